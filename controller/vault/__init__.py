"""What must never be lost: the journal, and the ledger, meters and recall that are kept from it.

journal/    the file and its one writer: entries in a hash chain, signed, with snapshots
books/      what is kept from the entries by the `clerk`: ledger, meters, rounds, event log, gaming days
read/       reading a journal, live or dead
prove/      keeping everything again and comparing
lifecycle/  a whole journal created, archived, cleared, restored, replaced
kept_table  a table whose every step is kept; the way in for the controller
engine      which source decides
faults      everything that can be wrong with a journal

The journal is the truth; whatever else stands in the file is kept from its entries.
"""
