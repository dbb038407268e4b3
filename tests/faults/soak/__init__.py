"""Real processes under load, and a gremlin: `make soak`, or `python -m tests.faults.soak SECONDS [SEED [STORM]]`.

STORM is the longest time between two acts. Sixty-three terminals play as fast as the table lets them; the last seat has
our own terminal and its page. The gremlin kills, stops, restarts and unplugs (`gremlin`), and attacks from every place
in which somebody can stand (`strangers`, `staff`, `pages`). At the end all that was acknowledged is read back, the
journal is verified, replayed and started from (`proof`), and what every process took of the machine is within its
bounds (`bounds`).
"""
