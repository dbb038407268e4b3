"""Every message that crosses a process border, and nothing that does I/O.

`message` is the envelope they share. `terminal` and `terminal_2` are what players' terminals and the controller say to
each other, in the two versions there are; `public` is what everybody hears; `operator`, `session`, `looks`, `hardware`
are the stations of the staff; `records` the past; `status` the machine at a glance; `dice` and `panel` the drivers.
`catalogue` has every way in one list, for `docs/wire.md` and `boxcars schema`. `authentic` judges whether a roll is one
the unit really made; `fairness` counts faces.
"""
