"""The games: what the house asks of one, which there are, and the rules of each."""
