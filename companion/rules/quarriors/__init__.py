"""Quarriors."""

from companion.rules.quarriors.game import Quarriors

GAME = Quarriors()
