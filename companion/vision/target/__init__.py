"""The target: find the board, find the dice on it, and call where each rests. `referee.py` puts it together."""
