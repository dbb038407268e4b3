"""The ID-003 acceptor: `wire` (frames and numbers), `unit` (what it is asked and what it tells)."""
