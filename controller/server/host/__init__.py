"""The machine around the controller: its process, the loop with its desks put together (`cabinet`), software,
power, disks, and the source of chance.
"""
