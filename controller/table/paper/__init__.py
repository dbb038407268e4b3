"""Notes and tickets at a seat: what becomes of what an acceptor, a printer and an authority tell. Called by `machine`.

The state is in `controller/table/cash/seat.py`, the events in `events.py` beside it, and money moves by `moves`.
"""
