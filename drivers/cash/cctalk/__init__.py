"""A bill acceptor that speaks ccTalk.

`codec` (bytes ⇄ frames ⇄ messages), `link` (one question at a time, on one wire), `events` (what the unit's numbers
mean), `counting` (which of its events are new), `session` (the acceptor behind `drivers.cash.acceptor`).
"""
