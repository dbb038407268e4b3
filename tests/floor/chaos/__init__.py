"""A house of real processes in trouble drawn from a seed: three cabinets that play, links, broker, database and floor.

`script` draws what happens and lists beforehand the alarms that it must raise; it is pure. `troubles` does what a row
of it says to a `house`, whose processes are started through the links of `proxy`, on the `disks` and by the clocks of
their own; `player` is the process that plays at a cabinet. `watch` looks at the floor's store from outside all the
while, `run` plays a script to its end and says what was wrong. `planted` has bugs that only processes show, each found
by a script of its own. `ever_failed.txt` keeps the seeds that found something.
"""
