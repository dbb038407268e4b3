"""The floor's page, and what people ask it.

`pages` serves `page/` and pushes what is new, to `people` who signed in (`metrics`: to programs); `looks` answers what
they ask: `free_line` reads what they remember of a round, `recalled` opens one as a cabinet does.
"""
