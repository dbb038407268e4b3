"""How bytes with their mark come and go: a serial port, a port server of a network, an emulated line.

`marks` is how the kernel writes marked bytes down; `line` what all three are to the driver.
"""
