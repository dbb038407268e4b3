"""A bill acceptor that speaks JCM's ID-003.

`codec` (bytes ⇄ frames), `messages` (frames ⇄ statuses, settings and requests), `link` (one question at a time),
`identity` (is it the unit of the settings), `setup` (what is set and read back), `path` (what statuses say of the
paper), `session` (the acceptor behind `drivers.cash.acceptor`).

Its specification is closed: numbers and behaviour are taken from what open drivers show (docs/decisions/211).
"""
