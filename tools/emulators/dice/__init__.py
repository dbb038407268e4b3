"""A dice unit that is not there: behaves as the interface document promises, and misbehaves when told to.

Written from the document alone. It shares no code and no numbers with the driver, so it cannot share its mistakes.
"""
