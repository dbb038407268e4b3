"""Tickets that the casino's host says the worth of: their numbers, what it is told of them, and its word on them."""
