"""What drives real hardware, and what stands in for it. Knows `controller.protocol` and no more of the controller."""
