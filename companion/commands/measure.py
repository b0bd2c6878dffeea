"""`companion measure`: how well the reader does on labelled photos."""
