"""The uplink: a process of the cabinet that reads the journal and reports to the floor.

`outbox` makes batches of the journal's entries, `line` speaks HTTPS with the floor (`certificate` says which is ours),
`kept` has the floor's last word and the uplink's status on the disk, `process` is the turn: ask where the floor is,
send what follows, say where we stand. `floor_word` sets that word beside the journal before a controller plays on it;
that is all the controller asks of this room, once, at its start. Nothing here can write to the journal, and it has a
key of its own: it never reads the one that signs the journal.
"""
