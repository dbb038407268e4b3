"""The game server: everything that decides."""
