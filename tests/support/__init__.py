"""The bundle for support: what is in it, and what is not."""
