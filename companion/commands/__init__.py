"""The commands, one file each. `companion.cli` knows their names and flags."""
