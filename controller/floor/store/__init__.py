"""The floor's store. The same statements run in SQLite and in PostgreSQL; a test runs everything on both.

`database` says what a database has to do, `sqlite` and `postgres` do it, `opening` chooses. `layout/` lays the tables
and brings older ones to these, `journals` has what is asked and kept of journals, `decisions` the floor's own journal,
`alarms` what was found, `segments` the raw chain in files. `read/` is what people look at.
"""
