"""How the PC itself is: heat, disks, memory, clock and batteries. Only read, never decided upon; the table plays on.

measures  one row each: what is measured, what is too much of it, and which trouble that is
sensors   what the kernel says (sysfs)
tools     what Debian's tools said, in files that `health-boxcars.service` writes: disks, clock, its battery
"""
