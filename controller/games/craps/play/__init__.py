"""The felt made ready for play, the seats at it, and what a roll does to them.

Everything that can be worked out beforehand is worked out once, when the felt is laid (`felt`: of `spots` and
`verdicts`). For a roll it only remains to go through the wagers that lie there and look up the verdict on each
(`settlement`).
"""
