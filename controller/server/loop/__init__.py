"""The single loop behind its three ports (clock, store, transport), and what a desk may ask of it."""
