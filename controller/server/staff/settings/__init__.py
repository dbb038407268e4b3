"""Settings and rule books at a station: as the menu shows them, what a change would do, and why it may not be.

Called by `stations` and by commands that check a book; it changes nothing.
"""
