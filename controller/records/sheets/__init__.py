"""What stands on a report: cash, meters, the journal and its disk, how the results have fallen.

Called by `library` and by the consoles, so that a page and a console say the same.
"""
