"""The games, and what they have in common. Pure: no clock, no chance, no table, no reading or writing.

interface   what the round, the vault and the server ask of a game
registry    one row per game, for commands and cabinet alike; `row` is its form
book        what every rule book says of itself
setting     what stands on the field of a setting
scripts     scripted tables: what all scripts have, and how one is read
par         the figures of a bet, the par sheet as JSON, the cap; `figures`: what of them meters and people are told
chi_square  counts beside what was expected
craps/      the first game; those of the others are folders beside it, which only the registry knows
"""
