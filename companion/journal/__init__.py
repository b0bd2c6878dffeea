"""The log of a game is the truth: what was done is appended, and the state is the fold of it.

In this folder:

    entries.py     what can stand in a log
    fold.py        log → state, with undo, redo and corrections
    database.py    the SQLite file: opening it, checking it, setting a broken one aside
    store.py       games and their entries on disk, or in memory while the disk fails
    play.py        a game in progress: rules first, then the disk, then what is shown
    transfer.py    a log as a file, out and in
    statistics.py  what the logs tell about the dice
"""
