"""Boards that are not there: they report as the interface document promises, and misbehave when told to.

Written from the document alone. They share no code and no numbers with the driver, so they cannot share its mistakes.
"""
