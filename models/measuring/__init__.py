"""A test set with a truth that is known, from a renderer, fonts and symbols that training never uses.

Run by `companion measure --rendered`. Not installed with the app: it needs the `measuring` extra.
"""
