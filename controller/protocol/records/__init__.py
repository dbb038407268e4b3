"""The wire between the records process and those who ask it."""
