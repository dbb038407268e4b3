"""The paper: bars (Interleaved 2 of 5), amounts in figures and words, what stands on a ticket, its picture, the tray.

Called by the press, and by tests that read what was printed.
"""
