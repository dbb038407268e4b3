"""Tickets across cabinets: one of them prints, another takes, and the floor says what the paper is worth.

`papers` is what a ticket may become, and is pure; `rows` reads and writes them; `office` answers cabinets, in groups,
each group in one transaction with the floor's own journal, and `standing` is what it looks at first; `compared` sets
what journals say later beside what was asked and answered, and `rebuilding` is what a floor does that was restored
from a backup (`second_place` notices); `cage` is what people do with a ticket at a counter.
"""
