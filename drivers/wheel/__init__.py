"""The roulette wheel unit: what stands in for it, and later what drives it."""
