"""What drives real hardware, and the emulators that stand in for it. They know `controller.wire` and no more."""
