"""The vault: what it keeps, what it survives, and what it finds out."""
