"""The tables and views of a floor's store, step by step: `tables` first, `record_tables` and `ticket_tables` after it;
`refill` fills from the chain what an older store did not have.
"""
