"""Notes and tickets in the simulated cabinet: the paper itself, acceptors, printers, an authority, and their laws.

`papers` counts what people put in and what came out, whatever anybody says of it. `acceptors`, with their `driver`, and
`printers` stand behind the shipped drivers' sessions, `authority` behind the shipped desks. `slots` is all of it at its
seats, with what may befall it; `staff` is what an attendant does about that, `laws` what must hold.
"""
