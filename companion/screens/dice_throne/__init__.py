"""Dice Throne on the touchscreen."""

from companion.screens.dice_throne.page import DiceThronePage as DiceThronePage
