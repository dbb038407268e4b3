"""Bytes and what they mean: check sums, figures, polls, exceptions, meters. Pure; no line and no clock."""
