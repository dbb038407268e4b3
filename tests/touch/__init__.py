"""A touch screen set right: the arithmetic, root's side against a stand-in for udev, and one setting whole."""
