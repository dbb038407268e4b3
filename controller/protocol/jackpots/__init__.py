"""Progressive jackpots between a cabinet and the floor: `pots` is what they stand at, and the lease."""
