"""`boxcars` commands that run a process of the cabinet or look at the machine."""
