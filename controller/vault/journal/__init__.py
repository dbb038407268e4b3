"""The file: entries in a hash chain, signed, with snapshots and a copy of the head in a second place."""
