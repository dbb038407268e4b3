"""A rule book as data, and what it says of bets, dice, odds and pays.

`bets` lists every bet, `kinds` says what a kind of bet is; `rulebook` is a house's book, `terms` what it says of a bet.
"""
