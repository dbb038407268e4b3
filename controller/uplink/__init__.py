"""The uplink: a process of the cabinet that reads the journal and reports to the floor.

`outbox` makes batches of the journal's entries and `urgent` says what goes ahead of them; `line` speaks HTTPS with the
floor, `nats_line` through a broker, and `believing` reads what is answered (`certificate` says which floor is ours);
`standing` is how it stands, for people; `enrolling` what is carried to a floor by hand;
`kept` has the floor's last word and the uplink's status on the disk, `process` is the turn: ask where the floor is,
send what follows, say where we stand. Beside it, in a thread and by a line of its own, `exchange` puts before the
floor what the controller asks about tickets.
`floor_word` sets that word beside the journal before a controller plays on it;
that is all the controller asks of this room, once, at its start. Nothing here can write to the journal, and it has a
key of its own: it never reads the one that signs the journal.
"""
