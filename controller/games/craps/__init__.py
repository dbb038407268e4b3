"""Craps: bets, rule books, a seat's layout, settlement, the hand, the shooter, scripted tables, exact returns.

Pure: no clock, no chance, no input or output. Dice, draws and operators' decisions come in as values. There is no
`if rulebook == …`: where houses differ, a rule book has a key.

rules/        what a house offers and pays: bets, dice, the model of a rule-book file, odds, settings, refusal codes
play/         a felt made ready for play, the seats at it, what a roll does to them
scripts/      scripted tables
returns/      the exact return of every bet, the cap, the length of a hand
at_the_table  craps as the round sees it: behind `controller/games/interface.py`; `course`: of a round
offer         what the felt offers, for screens; `places`: where each spot lies
plain_data    a table as plain data, and of such data
history       the last rolls, and the best hands; `recalled`: the hand as recall tells it; `fairness`: how the dice fell
views         craps in the words of the wire
in_words      a step of a scripted table in words
row           its row among the games
"""
