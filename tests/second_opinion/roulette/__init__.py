"""A second roulette, made in another manner: a felt drawn on paper, chips as points on it, and sets of numbers.

It was written from the contract of the game and of scripted tables before `controller/games/roulette` was, by the same
hand. Nothing in here but the comparison itself (`compare`, `test_agreement`) may import `controller`.

    felt       the drawing, and what a chip at a point of it covers
    engine     a script played on it, or the reason why it is none
    tables     random scripts, good and bad
"""
