"""What must hold of the whole cabinet, watched from outside: `laws`, those of `answers` by themselves, and the
`journal` that calls them. Those of notes and tickets, and of jackpots, stand beside these (`cash.laws`, `floor.laws`).
"""
