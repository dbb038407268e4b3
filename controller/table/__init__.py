"""The round: phases, timers, holds, money, recovery. (state, event) → (state, decisions).

Pure: no clock, no chance, no input or output. `docs/round.md` tells it in full.
"""
