"""The line as our addresses hear it. Pure: bytes with their mark and the time → answers and effects.

`engine` tells whom a byte is for, `address` what is said to it and what was acknowledged.
"""
