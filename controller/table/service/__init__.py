"""Tests of the hardware and the orderly end of the program, while the table is in service. Called by `machine`."""
