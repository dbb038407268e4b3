"""The SAS host of the workshop, against machines that answer by hand-worked bytes."""
