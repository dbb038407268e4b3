"""What people touch: player terminals, the big display, the service menu. Knows `controller.wire` and no more."""
