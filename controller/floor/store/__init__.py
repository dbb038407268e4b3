"""The floor's store. The same statements run in SQLite and in PostgreSQL; a test runs everything on both.

`database` says what a database has to do, `sqlite` and `postgres` do it, `tables` lays the tables and brings older ones
to these, `journals` has what is asked and kept of journals. `record_tables` is the second step, `refill` fills it for
an older store, `segments` has the raw chain in files. `reports`, `money`, `falling` and `searching` are what people
look at.
"""
