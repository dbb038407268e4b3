"""What takes long and is looked at by hand: `python -m tests.long`."""
