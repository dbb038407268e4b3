"""What drives real hardware, and what stands in for it. Knows `controller.wire` and no more of the controller."""
