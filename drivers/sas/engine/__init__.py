"""The line as our addresses hear it: `engine` tells whom a byte is for, `address` what is said to it and what was
acknowledged. Pure: bytes with their mark and the time → answers and effects."""
