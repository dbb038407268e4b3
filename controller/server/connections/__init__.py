"""The desks of the peers that come and go: terminals, displays, device drivers."""
