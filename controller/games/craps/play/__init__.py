"""The felt made ready for play, the seats at it, and what a roll does to them."""
