"""The desks of acceptors and printers, which every seat may have, and how long what they hold has waited.

Called by the loop, as every desk is.
"""
