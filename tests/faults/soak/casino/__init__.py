"""The casino's line of a soak: two seats of its own, whoever plays there, the host that polls them, and its sums."""
