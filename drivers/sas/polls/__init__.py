"""What each poll is about. Pure: from the last committed image alone.

`table` has a row for each, the others make its answer and its order, and `exceptions` is how an event goes out.
"""
