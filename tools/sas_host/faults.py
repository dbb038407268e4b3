"""Every fault that a line or a host can have, drawn from a seed, and what has to be so after each.

A machine may be silent or give the protocol's own answer; it may never give a wrong figure, do a thing twice, or fall
silent for good. After each fault the line is brought into step, everything waiting is read, and the meters of money are
held against what this host knows.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tools.sas_host.answers import Kind, understood
from tools.sas_host.conversation import LAST_ADDRESS, message_of
from tools.sas_host.lines.line import LineLost
from tools.sas_host.trouble import Trouble
from tools.sas_host.wire import aft
from tools.sas_host.wire.crc import is_sound
from tools.sas_host.wire.polls import GENERAL

UNKNOWN = range(0xC0, 0xF0)
LATE_GAPS = (0.006, 0.012, 0.030)
LOOP_BREAK = 5.5
"""Seconds without any poll after which a machine begins to chirp."""
RETRIES = 50


def wrong_crc(trouble: Trouble) -> None:
    """One bit of a message is another, but not in its address or code, which would make another poll of it."""
    message = bytearray(trouble.sealed_poll())
    message[trouble.random.randrange(2, len(message))] ^= 1 << trouble.random.randrange(8)
    if not is_sound(bytes(message)):
        trouble.silent(f"wrong check sum {message.hex(' ')}", trouble.host.raw(bytes(message)))


def half_message(trouble: Trouble) -> None:
    """It ends before its end. What only asks has no check sum, so its first two bytes are whole."""
    message = trouble.sealed_poll()
    part = message[: trouble.random.randrange(1, len(message))]
    trouble.silent(f"half a message {part.hex(' ')}", trouble.host.raw(part))


def two_at_once(trouble: Trouble) -> None:
    """The second begins while the machine may be answering the first."""
    first, second = trouble.any_poll(), trouble.any_poll()
    marks = [True] + [False] * (len(first) - 1) + [True] + [False] * (len(second) - 1)
    trouble.sound("two polls at once", trouble.host.raw(first + second, marks))


def unknown_poll(trouble: Trouble) -> None:
    """A code that is none, with and without a check sum."""
    code = trouble.random.choice(UNKNOWN)
    message = message_of(trouble.address, code, trouble.random.randbytes(trouble.random.choice((0, 1, 4))))
    trouble.silent(f"unknown poll {message.hex(' ')}", trouble.host.raw(message))


def never_acknowledges(trouble: Trouble) -> None:
    """The same poll again and again: the same bytes again and again."""
    message = trouble.random.choice([bytes((GENERAL | trouble.address,)), trouble.any_poll()])
    _repeated(trouble, message, trouble.random.randrange(2, 7))


def asks_twice(trouble: Trouble) -> None:
    """The same poll once more, as if its answer was lost."""
    _repeated(trouble, trouble.any_poll(), 1)


def _repeated(trouble: Trouble, message: bytes, times: int) -> None:
    trouble.host.in_step()
    first = trouble.host.raw(message)
    for _ in range(times):
        again = trouble.host.raw(message)
        if again != first:
            trouble.duty.casino.object(
                trouble.address, f"{message.hex(' ')} asked again: {again.hex(' ')} after {first.hex(' ')}"
            )
    if message == bytes((GENERAL | trouble.address,)):  # what follows says that it was heard
        trouble.host.tell_of(understood(trouble.address, message, None, first, trouble.at_once))


def changes_address(trouble: Trouble) -> None:
    """In the midst of a message a poll to another machine begins."""
    message = trouble.sealed_poll()
    part = message[: trouble.random.randrange(1, len(message))]
    other = trouble.address % LAST_ADDRESS + 1
    data = part + bytes((GENERAL | other,))
    marks = [True] + [False] * (len(part) - 1) + [True]
    heard = trouble.host.raw(data, marks)
    if other not in trouble.host.others:
        trouble.silent("a message broken off for another machine", heard)


def cut_while_saying(trouble: Trouble) -> None:
    """The line breaks after any byte of a poll."""
    message = trouble.any_poll()
    trouble.host.cut(message[: trouble.random.randrange(len(message) + 1)])


def cut_while_hearing(trouble: Trouble) -> None:
    """The line breaks after any byte of an answer."""
    trouble.host.cut(trouble.any_poll(), trouble.random.randrange(1, 40))


def noise(trouble: Trouble) -> None:
    """Bytes without a mark that belong to nothing."""
    data = trouble.random.randbytes(trouble.random.randrange(1, 40))
    trouble.silent(f"noise {data.hex(' ')}", trouble.host.raw(data, [False] * len(data)))


def garbage(trouble: Trouble) -> None:
    """Bytes with marks anywhere, but on none that is this machine's address or everybody's."""
    data = trouble.random.randbytes(trouble.random.randrange(1, 40))
    mine = (0, GENERAL, trouble.address, GENERAL | trouble.address)
    marks = [byte not in mine and trouble.random.random() < 0.3 for byte in data]
    heard = trouble.host.raw(data, marks)
    if not trouble.host.others:
        trouble.silent(f"garbage {data.hex(' ')}", heard)


def late(trouble: Trouble) -> None:
    """A message whose bytes come too slowly."""
    message = trouble.any_poll()
    trouble.sound("a slow message", trouble.host.raw(message, gap=trouble.random.choice(LATE_GAPS)))


def long_silence(trouble: Trouble) -> None:
    """No poll at all until the loop counts as broken; then a machine chirps."""
    host = trouble.host
    host.wait_turn()
    chirps, end = host.counts["chirps"], host.line.now() + LOOP_BREAK
    while host.line.now() < end:
        host.stray(host.line.hear(end))
    if host.counts["chirps"] == chirps:
        trouble.duty.casino.object(trouble.address, f"no chirp in {LOOP_BREAK} s without a poll")


def cut_transfer(trouble: Trouble) -> None:
    """The line breaks anywhere in a transfer, and then host and machine have to agree on it."""
    kind = trouble.random.choice((aft.TO_MACHINE, aft.TO_HOST))
    if (transfer := _transfer(trouble, kind)) is None:
        return
    message = message_of(trouble.address, 0x72, transfer.body())
    said = trouble.random.randrange(len(message) + 60)
    trouble.host.cut(message[:said], max(0, said - len(message)))
    _followed(trouble, transfer)


def transfer_twice(trouble: Trouble) -> None:
    """The same transfer twice without a step: the same bytes, and the money once."""
    if (transfer := _transfer(trouble, aft.TO_MACHINE)) is None:
        return
    _repeated(trouble, message_of(trouble.address, 0x72, transfer.body()), 2)
    _followed(trouble, transfer)


def _transfer(trouble: Trouble, kind: int) -> aft.Transfer | None:
    status = trouble.host.ask(trouble.address, 0x74, bytes((0xFF, 0, 0, 0))).number
    if not trouble.cents or not status or (kind == aft.TO_HOST and status["cashable"] < trouble.cents):
        return None
    trouble.duty.read_meters(trouble.address)
    return trouble.duty.casino.new_transfer(trouble.address, aft.Cents(trouble.cents), kind, status["asset"])


def _followed(trouble: Trouble, transfer: aft.Transfer) -> None:
    """Asked until it is over, or was never begun."""
    for _ in range(RETRIES):
        answer = trouble.host.ask(trouble.address, 0x72, aft.ask())
        if answer.kind is Kind.DATA:
            trouble.duty.casino.transferred(trouble.address, answer.figures)
            mine = answer.figures.get("id") == transfer.id.hex()
            if not mine or answer.figures["status"] != aft.PENDING:
                return
    trouble.duty.casino.object(trouble.address, f"transfer {transfer.id!r}: still pending after {RETRIES} questions")


Fault: TypeAlias = Callable[[Trouble], None]
FAULTS: Mapping[str, Fault] = {
    "wrong-crc": wrong_crc,
    "half": half_message,
    "two-at-once": two_at_once,
    "unknown": unknown_poll,
    "never-acknowledges": never_acknowledges,
    "asks-twice": asks_twice,
    "changes-address": changes_address,
    "cut-saying": cut_while_saying,
    "cut-hearing": cut_while_hearing,
    "noise": noise,
    "garbage": garbage,
    "late": late,
    "cut-transfer": cut_transfer,
    "transfer-twice": transfer_twice,
    "long-silence": long_silence,
}
SELDOM = frozenset({"long-silence"})
"""Only when they are named: they take seconds."""


def ill_treat(trouble: Trouble, names: tuple[str, ...], times: int) -> None:
    """So many faults, drawn among these; after each the machine has to be as it was."""
    trouble.recover("the beginning")
    for _ in range(times):
        name = trouble.random.choice(names)
        trouble.done[name] += 1
        try:
            FAULTS[name](trouble)
        except LineLost as lost:
            trouble.duty.casino.object(trouble.address, f"{name}: the line: {lost}")
            trouble.host.line.reopen()
        trouble.recover(name)
