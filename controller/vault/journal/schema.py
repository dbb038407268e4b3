"""The tables of a journal file, and how a file of an older Boxcars becomes one of this.

The journal proper is `vault`, `entry`, `seal` and `snapshot`. All the others are kept from the entries by the clerk.
"""

import sqlite3
from collections.abc import Callable

from controller.vault.faults import VaultFault

VERSION = 3
OLDEST_READ = 1
"""An older file that nobody writes any more, an archive above all, is read as it is."""
APPLICATION = 0x42584352
"""`BXCR`: how a file says that it is ours."""

NOT_CHANGED = """create trigger entry_is_not_changed before update on entry
  begin select raise(abort, 'the journal is only ever added to'); end"""
NOT_DELETED = """create trigger entry_is_not_deleted before delete on entry
  begin select raise(abort, 'the journal is only ever added to'); end"""
"""Against our own mistakes; who writes to the file by other means meets the chain."""

FIGURES = """create table figures(seq integer primary key, rules text not null, bets text not null)"""
"""What every bet was expected to hold, from which entry on."""
SHIFT = """create table shift(seq integer primary key, at integer not null, operator text not null,
  number integer not null, stood text not null)"""
"""How the meters of cash stood at each handover."""

TABLES = f"""
create table vault(
  only integer primary key check (only = 1),
  journal text not null, life text not null check (life in ('live', 'demo')), public_key blob not null,
  base_seq integer not null, base_hash blob not null, end_seq integer not null);
create table entry(seq integer primary key, body blob not null, hash blob not null);
create table seal(seq integer primary key, at integer not null, hash blob not null,
  after integer not null, signature blob not null);
create table snapshot(seq integer primary key, body blob not null, hash blob not null, of_day text not null);
create table answer(client text not null, id integer not null, body text not null,
  primary key (client, id)) without rowid;
create table account(name text not null, of text not null, amount integer not null,
  primary key (name, of)) without rowid;
create table meter(scope integer primary key, lifetime text not null, period text not null, day text not null);
create table round(
  number integer primary key, first_seq integer not null, last_seq integer not null,
  opened_at integer not null, ended_at integer not null, how text not null, reason text not null, seats text not null);
create index round_by_time on round(ended_at);
create table round_seat(seat integer not null, round integer not null, primary key (seat, round)) without rowid;
create table event_log(
  id integer primary key, seq integer not null, at integer not null, kind text not null, seat integer not null,
  text text not null, details text not null);
create index event_log_by_kind on event_log(kind, id);
create table day(day text primary key, closed_seq integer not null, closed_at integer not null, totals text not null);
{FIGURES};
{SHIFT};
{NOT_CHANGED};
{NOT_DELETED};
"""


def _figures(connection: sqlite3.Connection) -> None:
    connection.execute(FIGURES)


def _shift(connection: sqlite3.Connection) -> None:
    connection.execute(SHIFT)


UPGRADES: dict[int, Callable[[sqlite3.Connection], None]] = {1: _figures, 2: _shift}
"""Version → what makes the next one of it. A sample of every older version is kept in `tests/vault/samples`."""


def lay_tables(connection: sqlite3.Connection) -> None:
    """The tables of a new file."""
    connection.execute(f"pragma application_id={APPLICATION}")
    connection.execute("pragma auto_vacuum=incremental")
    connection.execute("pragma journal_mode=wal")
    connection.executescript(f"begin immediate; {TABLES} pragma user_version={VERSION}; commit;")


def version_of(connection: sqlite3.Connection, where: str) -> int:
    """The schema version of a file of ours."""
    (application,) = connection.execute("pragma application_id").fetchone()
    (version,) = connection.execute("pragma user_version").fetchone()
    if application != APPLICATION:
        raise VaultFault("not_a_vault", where)
    if version > VERSION:
        raise VaultFault("newer_schema", f"{where} has schema {version}, this is {VERSION}")
    return int(version)


def readable(connection: sqlite3.Connection, where: str) -> int:
    """The schema version of a file that can be read as it is."""
    version = version_of(connection, where)
    if version < OLDEST_READ:
        raise VaultFault("older_schema", f"{where} has schema {version}, the oldest that is read is {OLDEST_READ}")
    return version


def upgrade(connection: sqlite3.Connection, where: str) -> int:
    """Bring the file to this version, one version at a time, each in a transaction. Returns the version it had."""
    was = version_of(connection, where)
    for version in range(was, VERSION):
        connection.execute("begin immediate")
        UPGRADES[version](connection)
        connection.execute(f"pragma user_version={version + 1}")
        connection.execute("commit")
    return was
