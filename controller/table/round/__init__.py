"""One round from first wager to settlement: betting, shooter, throw, power loss. Called by `machine`."""
