"""Settings and rule books at a station: as the menu shows them, what a change would do, and why it may not be.

Called by `stations`; the check of the most that a bet may return goes on beside the loop, started by its host.
"""
