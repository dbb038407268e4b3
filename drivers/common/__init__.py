"""What all drivers have in common: the line to the controller, ending at once, how console tools complain."""
