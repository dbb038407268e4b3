"""Who is asked about tickets, and when: the authority behind its port, and the cashier that the loop turns."""
