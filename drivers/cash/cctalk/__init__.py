"""A bill acceptor that speaks ccTalk.

From the wire up: `codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning, by what was asked), `link` (one question at a
time). What the unit tells: `counting` (which events are new), `events` (what their numbers mean), `reading` (both, from
look to look), `health`. What it is told: `setup` (what is let in), `routing` (where paper goes). `session` is the
acceptor behind `drivers.cash.acceptor`.
"""
