"""A serial line in the simulated cabinet, as units under the dome and acceptors and printers of seats all have it.

`alarm` wakes who waits, `unit` is the end with an emulated unit, `driver` the end with a driver's process.
"""
