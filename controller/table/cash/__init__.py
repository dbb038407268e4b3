"""Cash in and out of a seat's credits in two phases, and what attendants take and pay by hand. Called by `machine`."""
