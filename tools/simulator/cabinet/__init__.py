"""The whole cabinet in one process: the shipped loop, round, vault, link and codec under a clock turned by hand.

`cabinet` puts it together, around the controller's `process`. Beside the shipped parts stand a clock (`agenda`), a
network, a disk under SQLite, players' terminals, an attendant, panels, and the dome (`tools.simulator.dome`). `plan`
says what is to happen, `tools.simulator.laws` what must hold, and `shrink` finds the shortest plan that still shows
what went wrong.
"""
