"""The games of this house: what is asked of every game (`interface`), and a row for each of them (`tables`).

No game imports the table, nor anything that reads, writes, knows the time or draws by chance.
"""
