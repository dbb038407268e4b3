"""`boxcars` commands that make, keep, read or prove a journal."""
