"""What an operator's station and the controller say to each other: entry, acts, views."""
