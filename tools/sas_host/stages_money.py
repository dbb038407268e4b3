"""Conformance, second half: hand-pays, tickets, transfers, signature, progressives."""

from tools.sas_host.answers import Kind
from tools.sas_host.rig import Case, Off, Rig, Wrong
from tools.sas_host.wire import aft, tickets
from tools.sas_host.wire.figures import to_bcd
from tools.sas_host.wire.polls import POLLS

INTERROGATE = bytes((0xFF, 0, 0, 0))
NO_CASH_OUT = 0x80
LOCKED, LOCK_PENDING, UNLOCKED = 0x00, 0x40, 0xFF
LOCK_TIME = 300
"""Hundredths of a second."""
SIGNATURE_TRIES = 250
PATIENT = 100
GROUP, LEVEL = 1, 1
RESETS = {0: "reset", 1: "cannot", 2: "no hand-pay waits"}


def _hand_pay(rig: Rig) -> str:
    figures = rig.data(0x1B)
    waits = rig.casino.hand_pays.get(rig.address)
    if waits is not None:
        rig.same("the pending hand-pay", figures["cents"], waits.cents)
    return f"{figures['cents']} cents" if figures["cents"] else "none waits"


def _remote_reset(rig: Rig) -> str:
    """It unlocks a machine, so only where this host may."""
    if not rig.stops_play:
        raise Off("not asked for (--switches)")
    code = rig.data(0x94)["reset"]
    if code not in RESETS:
        raise Wrong(f"{code:02X} is no answer")
    return RESETS[code]


def _pending(rig: Rig) -> str:
    figures = rig.data(0x57)
    return "no cash-out waits" if figures["type"] == NO_CASH_OUT else f"{figures['cents']} cents wait for a number"


def _unasked_number(rig: Rig) -> str:
    """A number that nobody waits for is refused."""
    if rig.data(0x57)["type"] != NO_CASH_OUT:
        raise Off("a cash-out waits")
    status = rig.data(0x58, tickets.number_given(1, "1"))["status"]
    if status != 0x80:
        raise Wrong(f"{status:02X} to a number that nobody waits for")
    return "refused, as nobody waits for one"


def _identity(rig: Rig) -> str:
    rig.data(0x4C, tickets.identity(0, 0))
    return rig.shown()


def _validation(rig: Rig) -> str:
    figures = rig.data(0x4D, b"\xff")
    kind = tickets.VALIDATIONS.get(figures["type"], f"type {figures['type']:02X}")
    return f"{kind} over {figures['cents']}" if figures["cents"] else "none"


def _last_ticket(rig: Rig) -> str:
    rig.data(0x3D)
    return rig.shown()


def _validation_status(rig: Rig) -> str:
    figures = rig.data(0x7B, bytes((8,)) + bytes(8))
    rig.asset = rig.asset or figures["asset"]
    rig.same("the asset number", rig.asset, figures["asset"])
    return rig.shown()


def _words(code: int) -> Case:
    def run(rig: Rig) -> str:
        return f"flag {rig.data(code, bytes(1))['flag']}"

    return Case("tickets", f"{code:02X}", "words, only asked", run)


def _no_ticket(rig: Rig) -> str:
    figures = rig.data(0x70)
    return "no ticket" if figures["ticket"] == tickets.NO_TICKET else "a ticket is in the acceptor"


def _last_redeemed(rig: Rig) -> str:
    status = rig.data(0x71, tickets.asked_status())["status"]
    return tickets.STATUS.get(status, f"{status:02X}")


def _status(rig: Rig, body: bytes = INTERROGATE) -> dict[str, int]:
    figures = rig.data(0x74, body)
    rig.asset = rig.asset or figures["asset"]
    rig.same("the asset number", rig.asset, figures["asset"])
    return figures


def _lock_status(rig: Rig) -> str:
    figures = _status(rig)
    if figures["lock"] not in (LOCKED, LOCK_PENDING, UNLOCKED):
        raise Wrong(f"lock {figures['lock']:02X}")
    return rig.shown()


def _registration(rig: Rig) -> str:
    rig.data(0x73, aft.read_registration())
    return rig.shown()


def _interrogated(rig: Rig) -> str:
    status = rig.data(0x72, aft.ask())["status"]
    return aft.STATUS.get(status, f"{status:02X}")


def _lock(rig: Rig) -> str:
    """Locked or pending when asked, and not any more when cancelled."""
    asked = _status(rig, bytes((0, 1)) + to_bcd(LOCK_TIME, 2))["lock"]
    if asked == UNLOCKED:
        raise Off("it cannot be locked now")
    for _ in range(PATIENT):
        if asked != LOCK_PENDING:
            break
        asked = _status(rig)["lock"]
    ended = _status(rig, bytes((0x80, 0, 0, 0)))["lock"]
    if ended != UNLOCKED:
        raise Wrong(f"lock {ended:02X} after it was cancelled")
    return "locked and let go" if asked == LOCKED else "pending, then cancelled"


def _refused(rig: Rig, transfer: aft.Transfer, why: int, *others: int) -> str:
    status = rig.data(0x72, transfer.body())["status"]
    if status in (aft.FULL, aft.PART, aft.PENDING):
        raise Wrong(f"{aft.STATUS[status]}, and this had to be refused")
    if status not in (why, *others):
        raise Wrong(f"refused as {aft.STATUS.get(status, hex(status))}, due was {aft.STATUS[why]}")
    return aft.STATUS[status]


def _wrong_asset(rig: Rig) -> str:
    _status(rig)
    wrong = rig.casino.new_transfer(rig.address, aft.Cents(100), aft.TO_MACHINE, rig.asset ^ 0x5A5A)
    return _refused(rig, wrong, aft.WRONG_ASSET, aft.NOT_NOW)


def _restricted(rig: Rig) -> str:
    """Never taken as cashable."""
    _status(rig)
    transfer = rig.casino.new_transfer(rig.address, aft.Cents(0, 100, 0), aft.TO_MACHINE, rig.asset)
    return _refused(rig, transfer, 0x82, 0x83, 0x84, 0x8F, aft.NOT_NOW)


def _no_such_kind(rig: Rig) -> str:
    _status(rig)
    transfer = rig.casino.new_transfer(rig.address, aft.Cents(100), 0x77, rig.asset)
    return _refused(rig, transfer, 0x82, aft.NOT_NOW)


def _settled(rig: Rig, kind: int) -> aft.Transfer:
    """A transfer of the allowed cents, followed to its end."""
    _status(rig)
    answer = rig.keep(rig.duty.move(rig.address, aft.Cents(rig.cents), kind, rig.asset))
    moved = list(rig.casino.moved.values())[-1]
    for _ in range(PATIENT):
        if moved.status != aft.PENDING:
            break
        rig.host.general(rig.address)
        rig.duty.turn()
        rig.duty.read_transfer(rig.address)
    if moved.status == aft.NOT_NOW or (answer.kind is Kind.SILENCE and moved.status == aft.PENDING):
        raise Off("not now" if answer.raw else "no answer")
    if moved.status != aft.FULL:
        raise Wrong(aft.STATUS.get(moved.status, hex(moved.status)))
    return moved.transfer


def _into(rig: Rig) -> str:
    """Money to the machine, once: credits grow by it, the same id moves nothing."""
    if not rig.cents:
        raise Off("not asked for (--cents)")
    rig.duty.read_meters(rig.address)
    before = _status(rig)["cashable"]
    transfer = _settled(rig, aft.TO_MACHINE)
    rig.same("credits after a transfer", _status(rig)["cashable"], before + rig.cents)
    status = rig.data(0x72, transfer.body())["status"]
    if status != aft.NOT_UNIQUE:
        raise Wrong(f"{aft.STATUS.get(status, hex(status))} to the same id again")
    rig.same("credits after the same id again", _status(rig)["cashable"], before + rig.cents)
    rig.duty.read_meters(rig.address)
    rig.casino.compare(rig.address)
    return f"{rig.cents} cents, once"


def _out(rig: Rig) -> str:
    """The same money back."""
    if not rig.cents:
        raise Off("not asked for (--cents)")
    before = _status(rig)["cashable"]
    if before < rig.cents:
        raise Off(f"only {before} cents are there")
    _settled(rig, aft.TO_HOST)
    rig.same("credits after a transfer", _status(rig)["cashable"], before - rig.cents)
    rig.duty.read_meters(rig.address)
    rig.casino.compare(rig.address)
    return f"{rig.cents} cents back"


def _signature(rig: Rig, seed: int) -> int:
    """At once, or when the machine has worked it out: asked again, or told in place of an exception."""
    for _ in range(SIGNATURE_TRIES):
        answer = rig.keep(rig.host.once(rig.address, 0x21, seed.to_bytes(2, "little")))
        if answer.kind is Kind.DATA:
            return answer.number["signature"]
        told = rig.keep(rig.host.general(rig.address))
        if told.kind is Kind.DATA and "signature" in told.figures:
            return told.number["signature"]
        rig.duty.turn()
        if answer.kind is Kind.SILENCE and told.kind is Kind.SILENCE:
            break
    raise Off("no signature")


def _rom(rig: Rig) -> str:
    """The same seed has the same signature, another one another."""
    first, again, other = _signature(rig, 0x1234), _signature(rig, 0x1234), _signature(rig, 0x4321)
    rig.same("the signature", first, again)
    if first == other:
        raise Wrong(f"{first:04X} for two seeds")
    return f"{first:04X} of seed 1234, {other:04X} of seed 4321"


def _level(rig: Rig) -> str:
    """To all: nobody answers, and the machine still speaks afterwards."""
    strays = rig.host.counts["stray bytes"]
    rig.host.broadcast(0x80, bytes((GROUP, LEVEL)) + to_bcd(123456, 5))
    levels = bytes((GROUP, LEVEL)) + to_bcd(123456, 5) + bytes((LEVEL + 1,)) + to_bcd(7890, 5)
    rig.host.broadcast(0x86, bytes((len(levels),)) + levels)
    rig.whole(0x0F)
    if rig.host.counts["stray bytes"] > strays:
        raise Wrong("a broadcast was answered")
    return "broadcast, and nobody answered"


def _no_amount(rig: Rig) -> str:
    """An amount that is no decimal pays nothing."""
    answer = rig.keep(rig.host.once(rig.address, 0x8A, b"\xaa\xbb\xcc\xdd\x00"))
    if answer.kind is Kind.ACK:
        raise Wrong("acknowledged")
    return str(answer.kind.value)


def _asked(code: int, body: bytes = b"") -> Case:
    def run(rig: Rig) -> str:
        rig.whole(code, body)
        return rig.shown()

    return Case("progressives", f"{code:02X}", POLLS[code].name, run)


HAND_PAYS = (
    Case("hand-pays", "1B", "pending hand-pay", _hand_pay),
    Case("hand-pays", "94", "remote reset", _remote_reset),
)
TICKETS = (
    Case("tickets", "57", "pending cash-out", _pending),
    Case("tickets", "58", "number nobody wants", _unasked_number),
    Case("tickets", "4C", "validation id", _identity),
    Case("tickets", "4D", "last validation", _validation),
    Case("tickets", "3D", "last ticket", _last_ticket),
    Case("tickets", "7B", "validation status", _validation_status),
    _words(0x7C),
    _words(0x7D),
    Case("tickets", "70", "ticket in", _no_ticket),
    Case("tickets", "71", "last ticket in", _last_redeemed),
)
TRANSFERS = (
    Case("AFT", "74", "status", _lock_status),
    Case("AFT", "73", "registration", _registration),
    Case("AFT", "72", "last transfer", _interrogated),
    Case("AFT", "74", "lock", _lock),
    Case("AFT", "72", "wrong asset", _wrong_asset),
    Case("AFT", "72", "restricted money", _restricted),
    Case("AFT", "72", "no such kind", _no_such_kind),
    Case("AFT", "72", "to the machine", _into),
    Case("AFT", "72", "back", _out),
)
SIGNATURE = (Case("signature", "21", "ROM signature", _rom),)
PROGRESSIVES = (
    Case("progressives", "80 86", "amounts to all", _level),
    *(_asked(code) for code in (0x84, 0x85, 0x87)),
    _asked(0x83, bytes(2)),
    Case("progressives", "8A", "bonus of no decimal", _no_amount),
)
