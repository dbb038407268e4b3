"""What is kept from the journal's entries: ledger, meters, rounds, event log, gaming days."""
