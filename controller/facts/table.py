"""One row for each kind of fact: all that becomes of it.

Whoever adds a fact adds its row. One without a row is refused when this module is loaded, which is at every start.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from operator import itemgetter
from typing import Any, NamedTuple, get_args

from controller.facts import aft_english, asked, cash_english, english
from controller.facts.english import Said, Says, in_json, says
from controller.facts.kinds import Decision
from controller.vault.counts import cash_meters, counting
from controller.vault.counts.counting import Counting

Data = Mapping[str, Any]


class Audience(Enum):
    """Who is told at once."""

    NOBODY = auto()
    SEAT = auto()
    """The seat it is about."""
    SEAT_UNASKED = auto()
    """The same, unless the seat asked for it itself, and so knows."""
    PUBLIC = auto()
    EVERYBODY = auto()
    """The public, and every seat with wagers."""


TEXT: Callable[[Said], str] = itemgetter(0)
MORE: Callable[[Said], str] = itemgetter(1)


def words_alone(said: Said) -> str:
    """What is added, where it is no data."""
    return "" if said[1].startswith("{") else said[1]


class FactRow(NamedTuple):
    """What becomes of one kind of fact."""

    recalled: str
    """The word for it in recall, with fields of the fact in its gaps; empty: recall does not tell it."""
    kind: str | Callable[[Data], str] = ""
    """Of its line in the event log; empty: it has none."""
    says: Says | None = None
    """It in English."""
    told: Audience = Audience.NOBODY
    counts: Counting | None = None
    repeats: Callable[[Said], str] | None = None
    """Which part of the English sentence recall repeats."""
    repeats_as: str = "details"
    asked: Callable[[Data, Data], dict[str, Any]] | None = None
    """How recall tells it together with the command it answers."""
    with_event: tuple[str, ...] = ()
    """Fields of the event it came of that the event log has beside it."""


def _unsettled(fact: Data) -> str:
    return "" if fact["how"] == "settled" else "void"


def _refused_kind(fact: Data) -> str:
    """Players' refusals are in recall; logged are those of operators, and the core's own."""
    return "operator" if "act" in fact else "hold" if fact["code"] in ("core_failed", "books_failed") else ""


FACTS: dict[str, FactRow] = {
    # ---- play
    "Posting": FactRow("", told=Audience.SEAT_UNASKED, counts=counting.posting),
    "Accepted": FactRow("accepted", told=Audience.SEAT_UNASKED, asked=asked.accepted),
    "SeriesBegun": FactRow("numbers begun anew"),
    "Refused": FactRow("refused", _refused_kind, english.refused, asked=asked.refused, with_event=("act", "operator")),
    "Ignored": FactRow("ignored", "ignored", says("{event}", "{why}")),
    "PhaseEntered": FactRow("phase", told=Audience.PUBLIC),
    "ShooterChosen": FactRow("shooter", told=Audience.PUBLIC),
    "DrawTaken": FactRow("draw", told=Audience.PUBLIC, counts=counting.draw),
    "NoRoll": FactRow("no roll", "no_roll", says("throw {roll_id}: {outcome}"), Audience.PUBLIC, counting.no_roll),
    "ResultKnown": FactRow("result", told=Audience.PUBLIC, counts=counting.result),
    "ResultVoided": FactRow(
        "result voided",
        "void",
        says("the known result of throw {roll_id} was voided by {by}"),
        counts=counting.result_voided,
    ),
    "ResultUnused": FactRow("result unused", "ignored", says("throw {roll_id}: its round was broken off")),
    "BetsClosedLate": FactRow("closed late", "late", says("throw {roll_id}: {left} ms before the bet timer")),
    "Malfunction": FactRow(
        "malfunction", "malfunction", says("throw {roll_id}: {details}"), counts=counting.malfunction
    ),
    "Settled": FactRow("settled", counts=counting.settled),
    "Returned": FactRow("returned"),
    "RoundEnded": FactRow(
        "round ended", _unsettled, says("round {round} {how}", "{reason}"), Audience.EVERYBODY, counting.round_ended
    ),
    "HoldChanged": FactRow("hold", "hold", english.hold, Audience.PUBLIC, repeats=MORE),
    "Asked": FactRow("asked", told=Audience.EVERYBODY),
    # ---- money, seats, settings
    "MoveChanged": FactRow("cash", "cash", english.move, counts=cash_meters.move, with_event=("operator",)),
    "SeatChanged": FactRow("seat {change}", "seat", english.seat, Audience.SEAT, repeats=words_alone),
    "SessionTurned": FactRow("session {became}"),
    "LimitsSet": FactRow("limits_set", "care", english.limits, repeats=TEXT),
    "BreakTaken": FactRow("break_taken", "care", says("seat {seat}: a break of {minutes} minutes"), repeats=TEXT),
    "RealityChecked": FactRow("reality_checked", "care", english.reality_check, repeats=TEXT),
    "LargeWon": FactRow("", counts=cash_meters.large_won),
    "FormWanted": FactRow(
        "form_wanted", "cash", says("seat {seat}: {amount} wants a form for the tax office"), repeats=TEXT
    ),
    "FormFiled": FactRow("form_filed", "cash", english.FORM_FILED, counts=cash_meters.form_filed, repeats=TEXT),
    "SettingsChanged": FactRow("settings", "settings", english.settings, Audience.EVERYBODY),
    "BooksTurned": FactRow("books turned"),
    "ShiftClosed": FactRow("shift", "shift", in_json("{operator} handed over shift {number}: owes {owes}")),
    "DrawerOpened": FactRow(
        "drawer opened", "shift", says("{operator} opened the drawer of shift {number} with {amount}"), repeats=TEXT
    ),
    # ---- notes and tickets
    "CashRules": FactRow("cash_settings", "settings", says("the settings of notes and tickets changed"), repeats=TEXT),
    "DeviceMet": FactRow("cash_device", "paper", says("seat {seat}: {device} {identity}"), repeats=TEXT),
    "DeviceLinked": FactRow("cash_line", "paper", cash_english.LINKED, Audience.SEAT, repeats=TEXT),
    "DeviceFaults": FactRow("cash_faults", "paper", cash_english.faults, Audience.SEAT, repeats=TEXT),
    "CounterDoubted": FactRow("cash_recount", "paper", cash_english.doubted, repeats=TEXT),
    "CashHeld": FactRow("cash_held", "paper", cash_english.HELD, Audience.SEAT, repeats=TEXT),
    "PaperBack": FactRow("paper_back", told=Audience.SEAT, counts=cash_meters.back),
    "PaperOrdered": FactRow("paper_ordered"),
    "PaperKept": FactRow("paper_kept", "cash", cash_english.KEPT, Audience.SEAT, cash_meters.kept, TEXT),
    "CashUnknown": FactRow("cash_unknown", "cash", cash_english.UNKNOWN, Audience.SEAT, cash_meters.unknown, TEXT),
    "CashFound": FactRow("cash_found", "cash", cash_english.FOUND, Audience.SEAT, cash_meters.found, TEXT),
    "CashSettled": FactRow("cash_settled", "cash", cash_english.settled, Audience.SEAT, cash_meters.cash_settled, TEXT),
    "StackerRemoved": FactRow("drop", "drop", cash_english.DROP, counts=cash_meters.dropped),
    "StackerCounted": FactRow("drop_counted", "drop", cash_english.COUNTED, counts=cash_meters.drop_counted),
    "TicketDrawn": FactRow(""),
    "TicketPrinting": FactRow("ticket_printing", told=Audience.SEAT),
    "TicketCame": FactRow("ticket_came", "cash", cash_english.came, Audience.SEAT, cash_meters.came, TEXT),
    "TicketTurned": FactRow("ticket_turned", "cash", cash_english.TURNED, Audience.SEAT, cash_meters.turned, TEXT),
    "TicketTaken": FactRow("ticket_taken", cash_english.if_left, cash_english.TAKEN, Audience.SEAT, repeats=TEXT),
    "TicketRead": FactRow(""),
    "FloorAsked": FactRow(""),
    "AuthorityTold": FactRow("", counts=cash_meters.told),
    "TicketVoided": FactRow("ticket_voided", "cash", cash_english.VOIDED, counts=cash_meters.voided, repeats=TEXT),
    "TicketLapsed": FactRow("", counts=cash_meters.lapsed),
    # ---- the casino's host
    "HostRules": FactRow("host_settings", "settings", says("the settings of the casino's line changed"), repeats=TEXT),
    "ExceptionQueued": FactRow(""),
    "ExceptionTaken": FactRow(""),
    "ExceptionLost": FactRow(
        "host_lost", "host", says("address {address}: too many exceptions wait, {code} is not kept"), repeats=TEXT
    ),
    "HostTurned": FactRow(
        "host_turned", "host", in_json("address {address}: the host turned {order}"), Audience.SEAT, repeats=TEXT
    ),
    "ProgressivesLost": FactRow(
        "progressives_lost", "host", says("the host tells no more of its progressives"), repeats=TEXT
    ),
    "TransferDone": FactRow("transfer", "host", aft_english.done, Audience.SEAT, cash_meters.transferred, TEXT),
    "TransferNotDone": FactRow("transfer_not_done", "host", aft_english.not_done, repeats=TEXT),
    "TransferWaits": FactRow("transfer_waits", "host", aft_english.WAITS, repeats=TEXT),
    "LockTurned": FactRow("transfer_lock", told=Audience.SEAT),
    "RegistrationTurned": FactRow("host_registration", "host", aft_english.REGISTERED, repeats=TEXT),
    "CashOutOffered": FactRow("cash_out_offered", "host", aft_english.OFFERED, Audience.SEAT, repeats=TEXT),
    "RedemptionEnded": FactRow("redemption", "host", aft_english.redeemed, repeats=TEXT),
    "TicketValidated": FactRow("ticket_validated", "host", aft_english.TICKET_VALIDATED, repeats=TEXT),
    "HandPayValidated": FactRow("hand_pay_validated", "host", aft_english.HAND_PAY_VALIDATED, repeats=TEXT),
    # ---- progressive jackpots
    "JackpotFed": FactRow("", counts=cash_meters.jackpot_fed),
    "JackpotClaimed": FactRow(
        "jackpot_hit", "jackpot", english.jackpots, Audience.PUBLIC, cash_meters.jackpot_claimed, repeats=TEXT
    ),
    "JackpotPaid": FactRow(
        "jackpot_paid",
        "jackpot",
        says("{jackpot}, roll {roll}: {amount} of {prize} to seat {seat}, by decision {decision} of the floor"),
        Audience.SEAT,
        cash_meters.jackpot_paid,
        repeats=TEXT,
    ),
    "JackpotRefused": FactRow(
        "jackpot_refused",
        "jackpot",
        says("{jackpot}, roll {roll}: not paid, by decision {decision} of the floor"),
        Audience.PUBLIC,
        repeats=TEXT,
    ),
    # ---- people
    "ActDone": FactRow("operator_act", "operator", english.act, repeats=TEXT),
    "PersonChanged": FactRow("person", "person", english.person, repeats=TEXT),
    "StationEntered": FactRow("entry", "entry", english.entry, repeats=TEXT),
    "KeySwitched": FactRow("key", "key", english.KEY, repeats=TEXT),
    # ---- the cabinet
    "DoorChanged": FactRow("door", "door", english.DOOR, counts=counting.door, repeats=TEXT),
    "AlarmChanged": FactRow("alarm", "door", english.ALARM, Audience.PUBLIC, counting.alarm, TEXT),
    "UnitMet": FactRow("dice_unit", "dice_unit", says("serial {serial}, last roll {last_roll}"), repeats=TEXT),
    "UnitAccepted": FactRow("unit_accepted", "operator", english.UNIT_ACCEPTED, repeats=TEXT),
    "ShakeDenied": FactRow("shake_refused", "dice_unit", says("throw {roll_id}: {verdict}"), repeats=TEXT),
    "FaultsLatched": FactRow("faults", "fault", english.faults, repeats=TEXT),
    "DiceReplaced": FactRow("dice_changed", "dice", says("{marks}, by {by}"), repeats=TEXT),
    "TrialDrawn": FactRow("test draw"),
    "TrialThrown": FactRow("test throw"),
    "TrialEnded": FactRow("test", "test", english.test, repeats=MORE, repeats_as="told"),
    # ---- the machine
    "ControllerStarted": FactRow("restarted", "power", says("the controller started", "while {phase}"), repeats=MORE),
    "MachineEnds": FactRow("{act}", "power", english.MACHINE, Audience.PUBLIC, repeats=TEXT),
    "SoftwareCompared": FactRow("software", "software", english.software, repeats=TEXT),
    "MediaChanged": FactRow("media", "software", says("release {release} is installed", "{was}"), repeats=TEXT),
    "HeadCopyChecked": FactRow("second_place", "second_place", says("{code}: {why}"), repeats=TEXT),
}


def check(facts: Mapping[str, FactRow], kinds: tuple[type, ...]) -> None:
    """Every kind of fact has a row, and every row is of one; whatever is logged can be said."""
    odd = {kind.__name__ for kind in kinds} ^ facts.keys()
    silent = [name for name, row in facts.items() if row.kind and row.says is None]
    if odd or silent:
        raise TypeError(f"facts without a row, or rows without a fact: {sorted(odd)}; logged, not said: {silent}")


check(FACTS, get_args(Decision))


COUNTED = {name: row.counts for name, row in FACTS.items() if row.counts is not None}
"""Most facts are neither counted nor logged; whoever goes through a journal asks here first."""
LOGGED = frozenset(name for name, row in FACTS.items() if row.kind)


def logged(facts: Iterable[Data], event: Data) -> Iterator[tuple[str, Data]]:
    """Those that leave a line in the event log: its kind, and the fact with what of the event belongs to it."""
    for fact in facts:
        if fact["type"] in LOGGED:
            row = FACTS[fact["type"]]
            told = {**fact, **{name: event[name] for name in row.with_event if name in event}}
            kind = row.kind if isinstance(row.kind, str) else row.kind(told)
            if kind:
                yield kind, told


def sentence(fact: Data) -> tuple[str, str]:
    """It in English, and what is added."""
    of = FACTS[fact["type"]].says
    return of(fact) if of is not None else ("", "")


def in_its_game(fields: Data) -> dict[str, Any]:
    """What a device has shown stands among the fields, under the name that it has in its game."""
    told: dict[str, Any] = {}
    for name, value in fields.items():
        told |= value if name in ("shown", "result") and isinstance(value, Mapping) else {name: value}
    return told


def in_words(fact: Data) -> dict[str, Any]:
    """The word for it, and the fields that the word does not say."""
    word = FACTS[fact["type"]].recalled
    fields = {name: value for name, value in fact.items() if name != "type" and f"{{{name}}}" not in word}
    return {"what": word.format_map(fact), **in_its_game(fields)}


def recalled(fact: Data, event: Data) -> dict[str, Any] | None:
    """A line of recall; None where recall does not tell it."""
    row = FACTS[fact["type"]]
    if not row.recalled:
        return None
    if row.asked is not None:
        return row.asked(fact, event)
    told = in_words(fact)
    return told if row.repeats is None else told | {row.repeats_as: row.repeats(sentence(fact))}
