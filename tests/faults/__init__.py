"""Proof under fire: the simulated cabinet, the soak, power cuts, fuzzing; `docs/assurance.md` tells what came of it."""
