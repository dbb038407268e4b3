"""Devices that are not there, built from the interface documents alone; no driver shares code with them."""
