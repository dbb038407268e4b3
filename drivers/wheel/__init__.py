"""The roulette wheel unit: `emulator/` stands in for it."""
