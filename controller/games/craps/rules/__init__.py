"""A rule book as data, and what it says of bets, dice, odds and pays."""
