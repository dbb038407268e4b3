"""What device drivers and the controller say to each other, and whether a reported roll is authentic."""
