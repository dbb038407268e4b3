"""What people touch: player terminals, the big display, the service menu. Knows `controller.protocol` and no more."""
