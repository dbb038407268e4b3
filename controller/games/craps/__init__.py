"""The game: bet names, rule books, a seat's layout, settlement, the hand, the shooter, scripted tables.

Pure: no clock, no chance, no input or output. Dice, draws and operators' decisions come in as values.

    dice        two dice and what they can show
    bets        every bet there is: its name, when it may be placed, which rolls decide it and how
    rulebook    what a house offers and pays: the model of a rule-book file
    settings    what an operator may turn
    felt        a rule book under given settings, made ready: every spot, and what each roll does to it
    seat        one player's balance and layout: placing, taking down, turning ON and OFF
    settlement  one roll against one seat
    hand        what is counted from one seven-out to the next, and the bets that live on it
    shooter     who gets the dice
    game        the table: seats, point, hand, shooter, house
    scenario    scripted tables
    in_words    a step of one in words
    row         craps as the commands meet it
"""
