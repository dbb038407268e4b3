"""What must never be lost: the journal, and the ledger, meters and recall that are kept from it.

`vault` is the way in for the one writer, `reader` for everybody else, `kept_table` for a table whose every step is
kept. The journal is the truth; whatever else stands in the file is kept from its entries by the `clerk`, and
`verify` keeps it again and compares.
"""
