"""What is looked at now and then beside the loop: the PC, the units, the copy of the head, the floor."""
