"""Every message that crosses a process border, and nothing that does I/O.

`message` is the envelope they share; `dice` and `panel` are what drivers and controller say to each other;
`authentic` judges whether a roll is one the unit really made; `fairness` counts faces.
"""
