"""Fuzzing of all that reads what others wrote: `make fuzz`, or `python -m tests.faults.fuzz SECONDS [SEED]`.

Each target takes one random input and knows what may become of it: taken, or refused in the way that is documented.
Nothing may crash, hang or grow, and nothing may be taken that the schema forbids.
"""
