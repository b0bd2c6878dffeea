"""`companion powercut`: random games, ended by a killed process or a cut of the power, and what was left of them.

anybody.py   plays random legal actions of every game, with second thoughts
witness.py   what was acknowledged, and whether a store still has all of it
kills.py     a process that plays is killed; child.py is that process
disk.py      a disk that forgets what was not synced
sqlite.py    shows that disk every write of SQLite
cuts.py      games on that disk: the power fails, the disk is full
report.py    the table
"""
