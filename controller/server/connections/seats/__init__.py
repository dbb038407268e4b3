"""The desk of the terminals: a seat's commands become events, its answers and settlements go to it alone.

Called by the loop, as every desk is.
"""
