"""What happened, and what becomes of it.

`kinds.py` has every kind of fact, with those of staff, cabinet and so on in the `…_kinds.py` beside it; they may
be read by everybody, the pure table too. `table.py` has one row for each: who is told, how it is recalled, logged, said
and counted. Server, vault and records read that table.
"""
