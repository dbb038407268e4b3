"""Why the table may stand still, and how each reason ends. Called by `machine`."""
