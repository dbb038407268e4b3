"""Polls of tickets: what is answered from the image, what they order, and what the host knows once it has read."""

from datetime import UTC, datetime, timedelta

from controller.protocol.devices.sas_tickets import SasRedemption, SasTicketOrder, SasTickets, SasValidation
from drivers.sas.codec import bcd, from_bcd
from drivers.sas.polls.answers import FEATURES, Answer, AnswerPoll
from drivers.sas.polls.orders import OrderWanted

VALIDATION, REDEMPTION = "validation", "redemption"
CASHABLE, NONE_WAITS = 0x00, 0x80
GIVEN, NOT_WANTED, NO_NUMBER = 0x00, 0x80, 0x81
"""Answers to poll 58."""
NEXT, LOOK = 0x00, 0xFF
"""Poll 4D: the oldest that was not read, and it counts as read then; the same, and it does not."""
MOST_RECORDS = 31
RECORD = 31
"""Bytes of one."""
AT_ESCROW, NO_TICKET = 0x00, 0xFF
STATUS, NOTHING = 0xFF, 0xFF
WAITING, PENDING = 0x20, 0x40
ANOTHER_NUMBER, NOT_NOW, ANOTHER_CYCLE = 0x81, 0x87, 0xC0
AMOUNT, NUMBER = slice(2, 7), slice(8, 17)
"""In poll 71, after its length."""
FUNCTIONS = {0: "tickets", 2: "hand_pays", 5: "redemption"}
"""Bits of poll 7B that are the host's to turn here."""
TICKET_OUT, HAND_PAY_VALIDATED, NO_IDENTITY, NUMBER_WANTED, TICKET_IN, TICKET_DONE = 0x3D, 0x3E, 0x3F, 0x57, 0x67, 0x68
EXTENSIONS, STYLE, REDEEMS = 0x10, {"system": 0x20, "secure": 0x40}, 0x80
"""In the first byte of poll A0."""
TRANSFERS = 0x40
"""In the second."""


def tickets_of(asked: AnswerPoll) -> SasTickets:
    """Where the host has them."""
    assert asked.image.tickets is not None
    return asked.image.tickets


def of_the_host(answer: Answer) -> Answer:
    """Where tickets are no business of the host, nothing is said of them."""
    return lambda asked: None if asked.image.tickets is None else answer(asked)


def features(asked: AnswerPoll) -> bytes | None:
    """Poll A0."""
    game, tickets = asked.game(), asked.image.tickets
    if game is None:
        return None
    first = 0
    if tickets is not None:
        first = EXTENSIONS | STYLE[tickets.style] | (REDEEMS if "redemption" in tickets.functions else 0)
    second, *rest = FEATURES
    return game + bytes((first, second | (TRANSFERS if asked.image.aft is not None else 0), *rest))


def reminders(tickets: SasTickets | None, known: int) -> list[int]:
    """What the host has to do something about, whether or not it was told; `known`: the last validation it has read."""
    if tickets is None:
        return []
    oldest, last = _oldest(tickets, known), tickets.redemption
    codes = {
        NUMBER_WANTED: tickets.style == "system" and bool(tickets.cash_out),
        TICKET_IN: last is not None and last.status == WAITING,
        TICKET_DONE: last is not None and last.to_tell,
        TICKET_OUT: oldest is not None and oldest.type == CASHABLE,
        HAND_PAY_VALIDATED: oldest is not None and oldest.type != CASHABLE,
        NO_IDENTITY: tickets.style == "secure" and not tickets.identity,
    }
    return [code for code, so in codes.items() if so]


# ---- out -------------------------------------------------------------------------------------------------------------


def cash_out(asked: AnswerPoll) -> bytes:
    """Poll 57: what waits for a number, in cents."""
    amount = tickets_of(asked).cash_out
    return bytes((CASHABLE if amount else NONE_WAITS,)) + bcd(amount, 5)


def wants_number(asked: AnswerPoll) -> OrderWanted | None:
    """Poll 58: system and number; only for what waits for one."""
    if asked.image.tickets is None or not asked.image.tickets.cash_out or from_bcd(asked.data) is None:
        return None
    return OrderWanted("number", ticket=SasTicketOrder(number=asked.data.hex()))


def number_taken(asked: AnswerPoll) -> bytes:
    """The answer to it; the same number again gets the same."""
    tickets = tickets_of(asked)
    if tickets.given == asked.data.hex():
        return bytes((GIVEN,))
    return bytes((NO_NUMBER if tickets.cash_out else NOT_WANTED,))


def wants_identity(asked: AnswerPoll) -> OrderWanted | None:
    """Poll 4C: of what numbers are made; an identity of 0 only asks."""
    tickets, identity = asked.image.tickets, int.from_bytes(asked.data[:3], "little")
    if tickets is None or tickets.style != "secure" or not identity:
        return None
    sequence = int.from_bytes(asked.data[3:], "little")
    return OrderWanted("identity", ticket=SasTicketOrder(identity=identity, sequence=sequence))


def identity(asked: AnswerPoll) -> bytes | None:
    """The answer to it: as it is now. A machine whose numbers the host gives says nothing."""
    tickets = tickets_of(asked)
    if tickets.style != "secure":
        return None
    return tickets.identity.to_bytes(3, "little") + tickets.sequence.to_bytes(3, "little")


def _oldest(tickets: SasTickets, known: int) -> SasValidation | None:
    """The oldest that was not read."""
    return next((one for one in tickets.records if one.serial > max(tickets.read, known)), None)


def _validation_asked(asked: AnswerPoll) -> SasValidation | None:
    wanted, tickets = asked.data[0], tickets_of(asked)
    if wanted in (NEXT, LOOK):
        return _oldest(tickets, asked.known.get(VALIDATION, 0))
    return next((one for one in tickets.records if _index(one) == wanted), None)


def _index(validation: SasValidation) -> int:
    return (validation.serial - 1) % MOST_RECORDS + 1


def validation(asked: AnswerPoll) -> bytes:
    """Poll 4D: a ticket that came out, or a hand-pay; zeros where there is none."""
    found = _validation_asked(asked)
    if found is None:
        return bytes(RECORD)
    system, number = found.number[:2] or "00", found.number[2:] or "0"
    moment = datetime.fromtimestamp(found.time, UTC) + timedelta(minutes=found.zone)
    ends = moment + timedelta(days=found.days)
    return (
        bytes((found.type, _index(found)))
        + bytes.fromhex(moment.strftime("%m%d%Y%H%M%S"))
        + bcd(int(number), 8)
        + bcd(found.amount, 5)
        + (found.ticket % 2**16).to_bytes(2, "little")
        + bytes.fromhex(system)
        + (bytes.fromhex(ends.strftime("%m%d%Y")) if found.days else bytes(4))
        + bytes(2)
    )


def validation_read(asked: AnswerPoll) -> tuple[str, int] | None:
    """What the host knows with it."""
    found = _validation_asked(asked) if asked.data[0] == NEXT else None
    return None if found is None else (VALIDATION, found.serial)


def _ticket_asked(asked: AnswerPoll) -> SasValidation | None:
    tickets = [one for one in tickets_of(asked).records if one.type == CASHABLE]
    oldest = _oldest(tickets_of(asked), asked.known.get(VALIDATION, 0))
    return oldest if oldest in tickets else next(reversed(tickets), None)


def last_ticket(asked: AnswerPoll) -> bytes:
    """Poll 3D: the last eight digits of a ticket that came out, and its amount."""
    found = _ticket_asked(asked)
    return bytes(9) if found is None else bcd(int(found.number[-8:]), 4) + bcd(found.amount, 5)


def last_ticket_read(asked: AnswerPoll) -> tuple[str, int] | None:
    """What the host knows with it: of the one that it was to read, and of no other."""
    found = _ticket_asked(asked)
    if found is None or found != _oldest(tickets_of(asked), asked.known.get(VALIDATION, 0)):
        return None
    return VALIDATION, found.serial


# ---- how the host wants them -----------------------------------------------------------------------------------------


def wants_functions(asked: AnswerPoll) -> OrderWanted | None:
    """Poll 7B: which of our functions are on, and for how many days a ticket is valid; a mask of 0 only asks."""
    if asked.image.tickets is None or len(asked.data) != 9:
        return None
    mask, bits = (int.from_bytes(asked.data[start : start + 2], "little") for start in (1, 3))
    named = {name: bool(bits >> bit & 1) for bit, name in FUNCTIONS.items() if mask >> bit & 1}
    days = from_bcd(asked.data[5:7]) or 0
    if not named and not days:
        return None
    on, off = (tuple(name for name, so in named.items() if so is wish) for wish in (True, False))
    return OrderWanted("tickets", ticket=SasTicketOrder(on=on, off=off, days=days))  # type: ignore[arg-type]


def functions(asked: AnswerPoll) -> bytes:
    """The answer to it: as they are."""
    tickets = tickets_of(asked)
    bits = sum(1 << bit for bit, name in FUNCTIONS.items() if name in tickets.functions)
    said = tickets.asset.to_bytes(4, "little") + bits.to_bytes(2, "little") + bcd(tickets.days, 2) + bytes(2)
    return bytes((len(said),)) + said


# ---- in --------------------------------------------------------------------------------------------------------------


def at_escrow(asked: AnswerPoll) -> bytes:
    """Poll 70: the ticket that waits for the host's word."""
    last = tickets_of(asked).redemption
    if last is None or last.status != WAITING:
        return bytes((1, NO_TICKET))
    return _ticket(AT_ESCROW, 0, last)


def _ticket(status: int, amount: int, last: SasRedemption) -> bytes:
    said = bytes((status,)) + bcd(amount, 5) + b"\x00" + bytes.fromhex(last.number)
    return bytes((len(said),)) + said


def _word(asked: AnswerPoll) -> tuple[int, str]:
    """The code of poll 71, and the digits that it is about."""
    return (asked.data[1], asked.data[NUMBER].hex()) if len(asked.data) > 1 else (STATUS, "")


def wants_redeemed(asked: AnswerPoll) -> OrderWanted | None:
    """Poll 71: the host's word on the ticket that waits for it; on any other it is none."""
    last = asked.image.tickets.redemption if asked.image.tickets is not None else None
    code, number = _word(asked)
    if last is None or code == STATUS or last.status != WAITING or last.number != number:
        return None
    amount = from_bcd(asked.data[AMOUNT]) or 0
    return OrderWanted("redeem", ticket=SasTicketOrder(number=number, code=code, amount=amount))


def redeemed(asked: AnswerPoll) -> bytes:
    """The answer to it: how that ticket stands, or the last."""
    last = tickets_of(asked).redemption
    code, number = _word(asked)
    if last is None:
        return bytes((1, NOTHING if code == STATUS else NOT_NOW))
    if code == STATUS or number == last.number:
        return _ticket(last.status, last.amount, last)
    other = {WAITING: ANOTHER_NUMBER, PENDING: ANOTHER_CYCLE}.get(last.status, NOT_NOW)
    return bytes((1, other))


def redemption_read(asked: AnswerPoll) -> tuple[str, int] | None:
    """What the host knows with it."""
    last = tickets_of(asked).redemption
    code, number = _word(asked)
    if last is None or not last.to_tell or (code != STATUS and number != last.number):
        return None
    return REDEMPTION, last.serial
