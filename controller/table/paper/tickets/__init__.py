"""Tickets: their numbers, how they come in, go out and are voided. Called by the rest of `paper` and by `machine`."""
