"""Progressive jackpots: the rule-book section, the table, the floor's pots, and what they say to each other."""
