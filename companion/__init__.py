"""The table companion: it reads the dice on a real table and keeps the score."""

__version__ = "0.1.0"
