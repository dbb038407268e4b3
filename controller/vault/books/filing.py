"""What the clerk has counted, written into the journal's file beside the entries that it follows from."""

import sqlite3

from controller.facts.english import plain_text
from controller.vault.books import event_log
from controller.vault.books.clerk import Clerk
from controller.vault.counts.meters import MeterBook


def write_books(clerk: Clerk, connection: sqlite3.Connection) -> None:
    """What has changed, into the transaction that is open."""
    ledger, meters = clerk.ledger, clerk.meters
    connection.executemany(
        "insert into account values (?, ?, ?) on conflict do update set amount=excluded.amount",
        [(*account, ledger.balances[account]) for account in sorted(ledger.changed)],
    )
    if meters.changed:
        connection.executemany(
            "insert or replace into meter values (?, ?, ?, ?)",
            [meter_row(meters, scope) for scope in sorted(meters.changed)],
        )
    if clerk.round_rows or clerk.logged or clerk.day_rows or clerk.figures_rows or clerk.shift_rows:
        _write_records(clerk, connection)


def _write_records(clerk: Clerk, connection: sqlite3.Connection) -> None:
    """Rounds that ended, lines of the log, days and shifts that closed: most commits have none."""
    connection.executemany(
        "insert into round values (?, ?, ?, ?, ?, ?, ?, ?)",
        [(*row[:7], plain_text(row.seats)) for row in clerk.round_rows],
    )
    connection.executemany(
        "insert into round_seat values (?, ?)",
        [(int(seat), row.number) for row in clerk.round_rows for seat in row.seats],
    )
    connection.executemany(
        "insert into event_log values (?, ?, ?, ?, ?, ?, ?)",
        [(logged.id, logged.seq, logged.at, *logged.row) for logged in clerk.logged],
    )
    connection.executemany(
        "insert into day values (?, ?, ?, ?)",
        [(row.day, row.closed_seq, row.closed_at, plain_text(row.totals)) for row in clerk.day_rows],
    )
    connection.executemany("insert into figures values (?, ?, ?)", clerk.figures_rows)
    connection.executemany(
        "insert into shift values (?, ?, ?, ?, ?)",
        [(*row[:4], plain_text(row.stood)) for row in clerk.shift_rows],
    )
    event_log.prune(connection, clerk.next_log_id, len(clerk.logged))


def meter_row(meters: MeterBook, scope: int) -> tuple[int, str, str, str]:
    """One scope's meters as they stand in the file."""
    lifetime, period, day = (plain_text(of.get(scope, {})) for of in (meters.lifetime, meters.period, meters.day))
    return scope, lifetime, period, day
