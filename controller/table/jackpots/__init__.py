"""Progressive jackpots at a table: the floor's lease at the close, what feeds the pots, claims and their answers.

`state` is what the table knows, `events` what it is told, `playing` what happens at the close and with the result,
`claims` what becomes of a hit, `acts` what the staff does about one that was refused.
"""
