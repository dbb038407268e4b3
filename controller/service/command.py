"""`boxcars service`: what the service menu does, from a console. A name, a PIN, one thing done, and out again."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.text.money import money_looks
from config.text.words import json_line, printable, say
from controller.commands import fail
from controller.protocol.message import Message
from controller.protocol.stations import cash, hardware, views
from controller.protocol.terminals.answers import Answer
from controller.server.zmq.endpoints import commands_endpoint
from controller.service import hardware_sheets, past, sheets
from controller.service.arguments import PINS, WORDS, change_of
from controller.service.arguments import add_arguments as add_arguments  # `boxcars` finds it here, beside `run`
from controller.service.asking import ask_new_pin, ask_pin, is_sure
from controller.service.cash_sheet import cash_sheet, report_lines
from controller.service.station import CannotServe, Station
from controller.table.staff.operating import ACTS
from controller.table.staff.said import in_version_1

REFUSED = 1

LOOKS: dict[views.What, tuple[type[Message], Callable[[Any], list[str]]]] = {
    "table": (views.TableSeen, sheets.table_sheet),
    "seats": (views.SeatsSeen, sheets.seats_sheet),
    "money": (views.MoneySeen, sheets.money_sheet),
    "cash": (cash.CashSeen, cash_sheet),
    "people": (views.PeopleSeen, sheets.people_sheet),
    "settings": (views.SettingsSeen, sheets.settings_sheet),
    "panels": (hardware.PanelsSeen, hardware_sheets.panels_sheet),
    "terminals": (hardware.TerminalsSeen, hardware_sheets.terminals_sheet),
}


def run(options: argparse.Namespace) -> int:
    """Come in, do it, leave."""
    try:
        cabinet = read_cabinet(options.config)
        money_looks(cabinet.money)
        place = Path(cabinet.run)
        with Station(commands_endpoint(place, "console"), "boxcars-service") as station:
            return _serve(options, station, place)
    except BadFile as error:
        return fail(str(error))
    except CannotServe as refused:
        return _say_no(options, refused.code, refused.reason)
    except ValidationError as error:
        return fail("; ".join(_wrong(found) for found in error.errors(include_url=False, include_input=False)))
    except EOFError:
        return fail("a PIN is needed: type it, or give it as the first line of standard input")


WANTED = {
    "name": "a name is a small letter and up to 31 small letters, digits, dots, lines",
    "pin": "a PIN has 4 to 12 digits",
    "old_pin": "a PIN has 4 to 12 digits",
}


def _wrong(found: Any) -> str:
    """What is wrong with a word, without the word: it may be a PIN."""
    where = str(found["loc"][-1])
    return WANTED.get(where, f"{where}: {found['msg']}")


def _serve(options: argparse.Namespace, station: Station, place: Path) -> int:
    name = options.name or (input("name: ").strip() if sys.stdin.isatty() else "")
    if not name:
        return fail("say who you are: --name NAME")
    _check_open(station, options.act)
    first = options.act == "first_supervisor"
    pin = ask_new_pin("PIN") if first else ask_pin("PIN")
    new = {word: ask_new_pin(PINS[word]) for word in ("pin",) if word in _needs(options.act)}
    if "old_pin" in _needs(options.act):
        new["old_pin"] = pin
    _check_open(station, options.act)  # typing takes a while; the station may have been forgotten meanwhile
    if first:
        station.first_supervisor(name, pin)
        return _say(options, {"ok": True, "supervisor": name}, [f"{name} is the first supervisor of this machine"])
    station.sign_in(name, pin)
    return _do(options, station, place, new)


def _check_open(station: Station, act: str) -> None:
    """Nobody types a PIN for nothing."""
    entry = station.hello()
    if not entry.open:
        raise CannotServe(entry.code, entry.says)
    if entry.first_supervisor and act != "first_supervisor":
        raise CannotServe("first_supervisor", "there is no supervisor yet: `boxcars service first-supervisor` first")


def _needs(act: str) -> tuple[str, ...]:
    return ACTS[act].needs if act in ACTS else ()


def _do(options: argparse.Namespace, station: Station, place: Path, new: dict[str, str]) -> int:
    act = options.act
    if act == "settings":
        return _settings(options, station, place)
    if act in ACTS:
        return _act(options, station, place, new)
    if act == "acts":
        assert station.session is not None
        return _say(options, station.session.model_dump(mode="json"), sheets.offers_sheet(station.session))
    if act == "shift":
        words = {"name": options.person} if options.person else {}
        seen = station.look("shift", views.ShiftSeen, **words)
        report = past.cash(place, operator=seen.operator)
        lines = [*sheets.shift_sheet(seen, station.life, station.paper), *report_lines(report)]
        return _say(options, {**seen.model_dump(mode="json"), "cash": report}, lines)
    if act in LOOKS:
        return _look(options, station)
    return _past(options, station, place)


def _look(options: argparse.Namespace, station: Station) -> int:
    kind, sheet = LOOKS[options.act]
    words = {"seat": options.seat} if getattr(options, "seat", None) else {}
    seen = station.look(options.act, kind, **words)
    return _say(options, seen.model_dump(mode="json"), sheet(seen))


def _past(options: argparse.Namespace, station: Station, place: Path) -> int:
    if options.act == "days":
        return _days(options, station, place)
    kind = "settings" if options.act == "history" else options.kind
    log = past.log(place, kind, options.last)
    return _say(options, log.model_dump(mode="json"), sheets.log_sheet(log))


def _days(options: argparse.Namespace, station: Station, place: Path) -> int:
    days = past.days(place, options.last)
    told, lines = days.model_dump(mode="json"), sheets.days_sheet(days, station.life, station.paper)
    for day in told["days"]:
        day["cash"] = past.cash(place, day=day["day"])
        lines += ["", f"gaming day {day['day']}", *report_lines(day["cash"])]
    return _say(options, told, lines)


def _act(options: argparse.Namespace, station: Station, place: Path, new: dict[str, str]) -> int:
    act, fields = options.act, dict[str, Any](new)
    for word in sum(in_version_1(ACTS[act]), ()):
        value = getattr(options, WORDS.get(word, {}).get("dest", word), None)
        if value is not None:
            fields[word] = value
    if "change" in fields:
        change = change_of(fields["change"])
        if change is None:
            return fail(f"a change is KEY=VALUE, such as keep_days=90; found {' '.join(fields['change'])[:80]}")
        fields["change"] = change
    if ACTS[act].twice and not is_sure(options, station, f"{act}: {ACTS[act].says}."):
        return _say_no(options, "not_sure", "nothing was done")
    life = station.life
    answer = station.act(act, **fields, **_second(options))
    if act in ("export", "support") and answer.ok:
        return _export(options, station, place)
    return _said(options, station, fields, answer, life, place)


def _second(options: argparse.Namespace) -> dict[str, str]:
    """Who stands by, and the PIN that nobody else knows."""
    name = options.second
    return {"second": name, "second_pin": ask_pin(f"PIN of {name}")} if name else {}


def _export(options: argparse.Namespace, station: Station, place: Path) -> int:
    """The records process makes the copy or the bundle; who asked for it stands in the log by now."""
    done = past.export(place, options.act, options.reference, station.beat)
    if done.state == "failed" or done.answer is None:
        return _say_no(options, "failed", done.why)
    told = done.answer
    if options.act == "support":
        return _say(options, told, [f"{told['file']} on {told['medium']}, {told['bytes']:,} bytes"])
    where = f"{told['file']} on {told['medium']}, with {told['report']}"
    return _say(options, told, [f"entries {told['first']} to {told['last']} are proved in {where}"])


def _said(
    options: argparse.Namespace, station: Station, fields: dict[str, Any], answer: Answer, life: str, place: Path
) -> int:
    if not answer.ok:
        return _say_no(options, answer.code, answer.reason)
    lines, told = [f"done: {ACTS[options.act].says}"], answer.model_dump(mode="json")
    if options.act in sheets.RECEIPTS and station.session is not None:
        lines = sheets.receipt(options.act, fields, answer, station.session, life)
    if options.act == "handover":
        shift = answer.details
        told["cash"] = past.cash(place, operator=shift["operator"], number=shift["number"])
        lines = [*sheets.handover_sheet(shift, life, station.paper), *report_lines(told["cash"])]
    return _say(options, told, lines)


def _settings(options: argparse.Namespace, station: Station, place: Path) -> int:
    if not options.changes:
        seen = station.look("settings", views.SettingsSeen)
        return _say(options, seen.model_dump(mode="json"), sheets.settings_sheet(seen))
    change = change_of(options.changes)
    if change is None:
        return fail(f"a change is KEY=VALUE, such as limits.max=200000; found {' '.join(options.changes)[:80]}")
    looked = station.preview(change)
    if not options.json:
        types = {row.name: row.type for row in station.look("settings", views.SettingsSeen).settings}
        _print(sheets.preview_sheet(looked, types))
    if not looked.ok:
        return _say_no(options, looked.code, looked.reason)
    if not is_sure(options, station, "These settings come into force."):
        return _say_no(options, "not_sure", "nothing was changed")
    answer = station.act("settings", change=change, confirm=looked.confirm, **_second(options))
    return _said(options, station, {}, answer, "", place)


# ---- telling ------------------------------------------------------------------------------------------------------


def _say(options: argparse.Namespace, document: dict[str, Any], lines: list[str]) -> int:
    _print([json_line(document)] if options.json else lines)
    return 0


def _print(lines: list[str]) -> None:
    for line in lines:
        say(line)


def _say_no(options: argparse.Namespace, code: str, reason: str) -> int:
    if options.json:
        say(json_line({"ok": False, "code": code, "reason": reason}))
    else:
        print(f"boxcars: {printable(reason)} ({code})", file=sys.stderr)
    return REFUSED
