"""The desks of the units that a game's outcomes come from: `NAME_desk` for each, found by the name of the device.

Called by the loop, as every desk is; `devices` says which of them a cabinet has.
"""
