"""Receipts and reports as text: what a console prints and a person signs."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from config.text.money import money
from controller.protocol.public import MachineIs
from controller.protocol.records.figures import Days
from controller.protocol.records.history import Log, LogRow
from controller.protocol.stations.session import OnPaper, SessionNow
from controller.protocol.stations.views import (
    MoneySeen,
    MoveSeen,
    PeopleSeen,
    Preview,
    SeatSeen,
    SeatsSeen,
    SettingsSeen,
    ShiftSeen,
    TableSeen,
)
from controller.protocol.terminals.answers import Answer
from controller.service.log_lines import in_words, to_hand_in, turned_lines, value_in_words
from controller.vault.counts.meters import NOT_LOOKED_AT, is_money

WIDTH = 48
RECEIPTS = {
    "credit": "CREDITS PUT ON",
    "hand_pay": "HAND-PAY",
    "reset_large_win": "LARGE WIN",
    "reverse": "CREDIT REVERSED",
    "open_drawer": "DRAWER OPENED",
}
"""The acts that a player or an auditor gets a paper of."""
UNPAID = "HAND-PAY REVERSED"
OF_A_DAY = {"in", "out", "reversed", "unpaid", "in_by", "out_by", "reversed_by", "unpaid_by", "voided_results_by"}


def receipt(act: str, fields: Mapping[str, Any], answer: Answer, session: SessionNow, life: str) -> list[str]:
    """The paper of one movement of cash. Its number is the movement's own, which the journal has too."""
    told = answer.details
    rows = [("seat", fields.get("seat") or told.get("seat"))]
    rows += [("amount", _money(fields.get("amount") or told.get("amount"))), ("reason", fields.get("reason"))]
    rows += [("paper", told.get("paper"))]
    rows += [("movement", told.get("move") or fields.get("reference")), ("receipt", told.get("receipt"))]
    rows += [("form", told.get("form"))]
    rows += [
        ("credits now", _money(told.get("credits"))),
        ("by", session.operator),
        ("with", told.get("second")),
        ("printed", _printed(session.paper)),
    ]
    title = UNPAID if (act, told.get("what")) == ("reverse", "hand_pay") else RECEIPTS[act]
    signed = [("signature", ""), ("second signature", "" if told.get("second") else None)]
    return [*_head(title, life), *_rows(rows), _line(), *_rows(signed), *_key(session.paper)]


def shift_sheet(seen: ShiftSeen, life: str, paper: OnPaper | None = None) -> list[str]:
    """A person's shift, with every movement that is still known."""
    rows = [
        ("person", seen.operator),
        ("shift", seen.number),
        ("opened with", money(seen.opened_with) if seen.opened_with else None),
        (f"credits put on ({seen.credits})", money(seen.credits_amount)),
        (f"hand-pays ({seen.hand_pays})", money(-seen.hand_pays_amount)),
        (f"reversals ({seen.reversals})", money(-seen.reversals_amount)),
    ]
    rest = to_hand_in(vars(seen))
    last = ("to hand in", money(rest)) if rest >= 0 else ("to be paid out", money(-rest))
    body = [*_rows(rows), _line(), *_rows([last, ("printed", _printed(paper))])]
    moves = [_line(), *(_move(move) for move in seen.moves)] if seen.moves else []
    others = [(f"open: {who}", money(owes)) for who, owes in seen.others.items()]
    return [*_head("SHIFT REPORT", life), *body, *moves, *([_line(), *_rows(others)] if others else []), *_key(paper)]


def handover_sheet(details: Mapping[str, Any], life: str, paper: OnPaper | None = None) -> list[str]:
    """What a handover closed; who hands in and who takes it sign."""
    rows = [
        ("person", details["operator"]),
        ("shift", details["number"]),
        (f"credits put on ({details['credits']})", money(details["credits_amount"])),
        (f"hand-pays ({details['hand_pays']})", money(-details["hand_pays_amount"])),
        (f"reversals ({details['reversals']})", money(-details["reversals_amount"])),
    ]
    if details.get("counted") is not None:
        rows += [("opened with", money(details["opened_with"])), ("counted", money(details["counted"]))]
        rows += [("over" if details["difference"] >= 0 else "short", money(abs(details["difference"])))]
    rows += [("taken by", details.get("to") or None), ("paper", details.get("paper"))]
    rest = to_hand_in(details) + details.get("difference", 0)
    last = ("handed in", money(rest)) if rest >= 0 else ("paid out", money(-rest))
    signed = [("signature", ""), ("received", "")]
    return [
        *_head("SHIFT HANDED OVER", life),
        *_rows(rows),
        _line(),
        *_rows([last, ("printed", _printed(paper))]),
        *_rows(signed),
        *_key(paper),
    ]


def days_sheet(days: Days, life: str, paper: OnPaper | None = None) -> list[str]:
    """Gaming days with their totals; money by instrument, and what was reversed of it."""
    lines = _head("GAMING DAYS", life)
    for day in days.days:
        wanted = {name: value for name, value in sorted(day.totals.items()) if _is_of_a_day(name)}
        shown = {name: money(value) if is_money(name) else value for name, value in wanted.items()}
        lines += [_line(), *_rows([("gaming day", day.day), ("closed", _time(day.closed_at))]), *_rows(shown.items())]
    return [*(lines if days.days else [*lines, "no gaming day has been closed yet"]), *_key(paper)]


def _is_of_a_day(meter: str) -> bool:
    """What a person wants to see: not each bet, not each throw that did not count, nothing that is no figure."""
    kind, colon, _ = meter.partition(":")
    return kind in OF_A_DAY if colon else kind not in NOT_LOOKED_AT


def table_sheet(seen: TableSeen) -> list[str]:
    """The table in words."""
    lines = [f"{seen.life.upper()}  round {seen.round}, {seen.phase}: {seen.says}", f"book    {seen.book}"]
    lines += [f"held    {hold.reason}: {hold.says} (until {hold.remedy})" for hold in seen.holds] or ["held    no"]
    lines += [f"dice    {seen.shooter_why}"] if seen.shooter_why else []
    return [*lines, f"live    {seen.go_live}"]


def seats_sheet(seen: SeatsSeen) -> list[str]:
    """What every seat holds, and why it waits."""
    head = f"{'seat':>4} {'credits':>14} {'layout':>14} {'vigorish':>14} {'locked':>14}  why"
    rows = [
        " ".join([f"{row.seat:>4}", *(f"{money(held):>14}" for held in _held(row))]) + f"  {row.why}"
        for row in seen.seats
    ]
    stakes = [f"     {bet:<24} {money(amount):>14}" for row in seen.seats for bet, amount in (row.stakes or {}).items()]
    return [head, *rows, *stakes, f"on the machine: {money(seen.on_seats)}"]


def _held(row: SeatSeen) -> tuple[int, ...]:
    return row.credits, row.layout, row.vigorish, row.locked


def money_sheet(seen: MoneySeen) -> list[str]:
    """Movements of cash."""
    under_way = [f"{_move(move)}  under way" for move in seen.under_way]
    return [*under_way, *(_move(move) for move in seen.over)] or ["no cash has moved"]


def people_sheet(seen: PeopleSeen) -> list[str]:
    """Everybody who may come in."""
    return [f"{row.name:<20} {row.role:<12} {_person(row)}".rstrip() for row in seen.people]


def settings_sheet(seen: SettingsSeen) -> list[str]:
    """What can be turned, and what it is."""
    lines = [f"{row.name:<20} {value_in_words(row.value, row.type):<24} {row.says}" for row in seen.settings]
    return [*lines, *([f"all but limits and timers must wait: {seen.must_wait}"] if seen.must_wait else [])]


def preview_sheet(seen: Preview, types: Mapping[str, str]) -> list[str]:
    """What a change would do; `types` says of each setting what it is."""
    old, new = ({row.name: getattr(row, which) for row in seen.turned} for which in ("old", "new"))
    lines = turned_lines(old, new, types)
    lines += [f"{'bet':<24} {'returns now':>14} {'then':>14}"]
    for row in seen.returns:
        mark = " *" if row.now != row.then else ""
        lines.append(f"{row.bet:<24} {_percent(row.now):>14} {_percent(row.then):>14}{mark}")
    return [*lines, _goes_back(seen)] if seen.ok else lines


def _goes_back(seen: Preview) -> str:
    back = seen.goes_back
    if back is None or not back.wagers:
        return seen.returns_wagers
    return f"{back.wagers} wagers of {back.seats} seats go back, {money(back.amount)} in all"


def offers_sheet(session: SessionNow) -> list[str]:
    """What this person may do, and what they may not do just now."""
    return [
        f"{'  ' if offer.now else '- '}{offer.act:<18} {offer.says}" + ("" if offer.now else f" ({offer.why_not})")
        for offer in session.acts
    ]


def log_sheet(log: Log) -> list[str]:
    """Lines of the event log."""
    return [_logged(row) for row in log.rows] or ["no such line"]


def _logged(row: LogRow) -> str:
    text, more = in_words(row.of, row.text, json.loads(row.details) if row.details.startswith("{") else row.details)
    return f"{_time(row.at)}  {row.of:<10} {text}  {more}".rstrip()


def _head(title: str, life: str) -> list[str]:
    return [f"{title:<{WIDTH - 5}}{'DEMO' if life == 'demo' else '':>5}".rstrip(), _line()]


def _line() -> str:
    return "-" * WIDTH


def _rows(rows: Iterable[tuple[str, object]]) -> list[str]:
    return [f"{name:<28}{_amount(value):>{WIDTH - 28}}".rstrip() for name, value in rows if value is not None]


def _amount(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _money(amount: Any) -> str | None:
    return None if amount is None else money(amount)


def _move(move: MoveSeen) -> str:
    way = "in " if move.into_seat else "out"
    return f"{way} seat {move.seat:<4} {money(move.amount):>14} {move.state:<9} {move.by:<12} {move.move}"


def _person(row: Any) -> str:
    told = [f"at {row.station}"] if row.station else []
    told += [f"locked out for {-(-row.locked_ms // 60_000)} min"] if row.locked_ms else []
    told += ["has to change the PIN"] if row.must_change_pin else []
    return ", ".join(told)


def _percent(text: str | None) -> str:
    return "not offered" if text is None else f"{text} %"


def _printed(paper: OnPaper | None) -> str:
    """A console runs on the machine: the clock is the same, and the zone is that of the gaming day."""
    zone = ZoneInfo(paper.zone) if paper is not None and paper.zone in available_timezones() else UTC
    return f"{datetime.now(zone):%Y-%m-%d %H:%M:%S %Z}"


def _key(paper: OnPaper | None) -> list[str]:
    """Which machine it is from, and whose journal, for whoever holds a copy against it."""
    return [] if paper is None else [_line(), *machine_lines(paper.machine), f"key {paper.fingerprint}"]


def machine_lines(machine: MachineIs | None) -> list[str]:
    """House, place and numbers, where they are said; game, book and version."""
    if machine is None:
        return []
    told = machine.model_dump()
    numbers = [f"{name} {told[name]}" for name in ("asset", "serial", "name") if told[name]]
    rows = [", ".join(filter(None, (machine.house, machine.place))), "  ".join(numbers)]
    rows += [f"{machine.game}  {machine.book}  version {machine.version}"]
    return [row for row in rows if row]


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S}"
