"""A rule book as data, the spots it pays, and the wheel they are read from. Called by every room of this game."""
