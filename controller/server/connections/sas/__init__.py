"""The desk of the line to the casino's host: an image of each address after every commit, and what the host wants.

Called by the loop, as every desk is.
"""
