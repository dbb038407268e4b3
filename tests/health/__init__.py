"""The health of the PC: from what the real tools said, and from a stand-in for sysfs."""
