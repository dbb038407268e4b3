"""`boxcars` commands of the workshop: there only where `tools` is."""
