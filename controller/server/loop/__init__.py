"""The single loop behind its three ports (clock, store, transport): the order of a turn (`loop`), the turn that is open
until its commit (`open_turn`), and what a desk may ask of it (`hub`).
"""
