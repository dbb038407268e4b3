"""The commands in README and docs/, taken out of the pages and run."""
