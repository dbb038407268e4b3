"""The ids of commands and the answers to them: sent twice, a command happens once. Called by `machine`."""
