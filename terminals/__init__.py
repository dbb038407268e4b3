"""What people touch: player terminals, the big display, the service menu. They know `controller.wire` and no more."""
