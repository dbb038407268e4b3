"""What attendants, technicians and supervisors may do, and who they are. Called by `machine`."""
