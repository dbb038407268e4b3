"""What drives real hardware. Knows `controller.protocol` and `config` and nothing else of the controller.

Nobody calls it: each driver is a process. What stands in for the hardware is in `tools/emulators`.
"""
