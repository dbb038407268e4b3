"""The second, read-only process on the vault: recall, reports, exact returns, help figures, metrics.

`library` reads the journal and answers; `process` has the sockets; `jobs` and `export` are what takes long. Nothing
here can write to the journal, and however hard it works the controller's loop does not wait for it.
"""
