"""Conformance, first half: the line, meters, what machine it is, and what a host may switch."""

from tools.sas_host.answers import Kind
from tools.sas_host.conversation import message_of
from tools.sas_host.duty import GAME
from tools.sas_host.rig import Case, Off, Rig, Wrong
from tools.sas_host.wire import exceptions
from tools.sas_host.wire.meters import METERS, key
from tools.sas_host.wire.polls import COIN_IN, COIN_OUT, GENERAL, JACKPOT, LOST, PLAYED, POLLS, WON

UNKNOWN_POLL = 0xEE
DRAIN = 127


def _drained(rig: Rig) -> str:
    """Everything that waits is read, so that what follows has an empty queue before it."""
    told: list[str] = []
    for _ in range(DRAIN):
        answer = rig.keep(rig.host.general(rig.address))
        if answer.kind is Kind.SILENCE:
            raise Wrong("no answer to a general poll")
        if answer.kind is not Kind.EVENT:
            raise Wrong(f"{answer.kind.value} {answer.why}")
        if not answer.exception:
            return f"nothing more to tell, after {', '.join(told)}" if told else "nothing to tell"
        told.append(f"{answer.exception:02X} {exceptions.name(answer.exception)}")
        rig.duty.turn()
    raise Wrong(f"{DRAIN} exceptions and no end: {told[-1]}")


def _in_step(rig: Rig) -> str:
    return rig.silent(bytes((GENERAL,)))


def _another(rig: Rig) -> str:
    other = rig.address % 127 + 1
    return rig.silent(bytes((GENERAL | other,))) + f" for address {other}"


def _unmarked(rig: Rig) -> str:
    return rig.silent(bytes((GENERAL | rig.address,)), marked=False) + " without the ninth bit"


def _unknown(rig: Rig) -> str:
    return rig.silent(bytes((rig.address, UNKNOWN_POLL)))


def _wrong_crc(rig: Rig) -> str:
    good = message_of(rig.address, 0xA0, GAME)
    return rig.silent(good[:-1] + bytes((good[-1] ^ 1,)))


def _again(rig: Rig) -> str:
    """The same poll with nothing between is answered by the same bytes."""
    first = rig.whole(0x0F)
    second = rig.keep(rig.host.again(rig.address, 0x0F))
    if first.raw != second.raw:
        raise Wrong(f"other bytes when asked again: {second.raw.hex()} after {first.raw.hex()}")
    return "the same bytes"


def _read(code: int, body: bytes = b"") -> Case:
    def run(rig: Rig) -> str:
        rig.whole(code, body)
        return rig.shown()

    return Case("meters", f"{code:02X}", POLLS[code].name, run)


SINGLE = {0x10: "cancelled credits", 0x11: COIN_IN, 0x12: COIN_OUT, 0x13: "drop", 0x14: JACKPOT, 0x15: PLAYED}


def _agree(rig: Rig) -> str:
    """Polls that have the same meters have the same figures, while nobody plays between them."""
    all_of_them = rig.data(0x0F)
    parts = {name: rig.data(code)[name] for code, name in SINGLE.items()}
    some, play = rig.data(0x19), rig.data(0x1C)
    if rig.data(0x0F) != all_of_them:
        raise Off("somebody plays: the meters move")
    for name in SINGLE.values():
        rig.same(name, all_of_them[name], parts[name], some.get(name, parts[name]), play.get(name, parts[name]))
    won, lost = rig.data(0x16)[WON], rig.data(0x17)[LOST]
    rig.same(WON, won, play[WON])
    if won + lost > all_of_them[PLAYED]:
        raise Wrong(f"{won} won and {lost} lost of {all_of_them[PLAYED]} games")
    return f"{len(SINGLE)} meters the same in 0F, 19, 1C and by themselves"


def _by_code(rig: Rig) -> str:
    """2F and 6F say what the polls of their meters say."""
    codes = (0x00, 0x01, 0x02, 0x05)
    short = rig.data(0x2F, bytes((2 + len(codes),)) + GAME + bytes(codes))
    wide = b"".join(code.to_bytes(2, "little") for code in codes)
    long = rig.data(0x6F, bytes((2 + len(wide),)) + GAME + wide)
    for code, name in zip(codes, (COIN_IN, COIN_OUT, JACKPOT, PLAYED), strict=True):
        single = rig.data({COIN_IN: 0x11, COIN_OUT: 0x12, JACKPOT: 0x14, PLAYED: 0x15}[name])
        rig.same(METERS[code].name, single[name], short[key(code)], long[key(code)])
    return f"{len(codes)} meters the same in 2F, 6F and by themselves"


def _money(rig: Rig) -> str:
    if not (found := rig.duty.read_meters(rig.address)):
        raise Off("no answer")
    return ", ".join(f"{METERS[code].name} {value}" for code, value in found.items())


def _features(rig: Rig) -> str:
    answer = rig.whole(0xA0, GAME)
    rig.features = bytes.fromhex(str(answer.figures["features"]))
    first, second, third = rig.features
    style = ("standard", "system", "secure enhanced", "unknown")[first >> 5 & 3]
    said = {"tickets in": first & 0x80, "validation extensions": first & 0x10, "AFT": second & 0x40, "40 ms": third & 1}
    return ", ".join((f"validation {style}", *(f"{name} {'on' if bit else 'off'}" for name, bit in said.items())))


def _games(rig: Rig) -> str:
    games = rig.data(0x51)["games"]
    enabled = rig.data(0x56)["number"]
    if enabled > games:
        raise Wrong(f"{enabled} games enabled of {games}")
    return f"{games} games, {enabled} enabled"


def _version(rig: Rig) -> str:
    answer = rig.whole(0x54)
    if answer.figures["version"] != "602":
        raise Wrong(f"version {answer.figures['version']}")
    return f"602, serial {answer.figures['serial']}"


def _clock(rig: Rig) -> str:
    """The date is one, and setting it to itself is acknowledged."""
    answer = rig.whole(0x7E)
    date, time = str(answer.figures["date"]), str(answer.figures["time"])
    month, day, hour = int(date[:2]), int(date[2:4]), int(time[:2])
    if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and int(time[2:4]) < 60):
        raise Wrong(f"{date} {time} is no date and time")
    rig.acknowledged(0x7F, bytes.fromhex(date + time))
    return f"{date[4:]}-{date[:2]}-{date[2:4]} {time[:2]}:{time[2:4]}, set again"


def _switch(off: int, on: int) -> Case:
    def run(rig: Rig) -> str:
        if not rig.stops_play:
            raise Off("not asked for (--switches)")
        try:
            rig.acknowledged(off)
        finally:
            said = rig.acknowledged(on)
        return f"{POLLS[off].name}, {POLLS[on].name}: {said}"

    return Case("switches", f"{off:02X} {on:02X}", POLLS[on].name, run)


def _bills(rig: Rig) -> str:
    if not rig.stops_play:
        raise Off("not asked for (--switches)")
    return rig.acknowledged(0x08, bytes.fromhex("ffffff0001"))


def _reset_method(rig: Rig) -> str:
    if not rig.stops_play:
        raise Off("not asked for (--switches)")
    method = rig.data(0xA8, bytes(1))["method"]
    if method not in (0, 1, 2):
        raise Wrong(f"{method:02X} is no answer")
    return ("enabled", "cannot", "no hand-pay waits")[method]


def _at_once(rig: Rig) -> str:
    """Real-time events on, a general poll, and off again."""
    rig.acknowledged(0x0E, b"\x01")
    rig.host.at_once.add(rig.address)
    try:
        answer = rig.keep(rig.host.general(rig.address))
        if answer.kind is not Kind.EVENT:
            raise Wrong(f"{answer.kind.value} {answer.why}")
        rig.whole(0x0F)
    finally:
        rig.acknowledged(0x0E, b"\x00")
        rig.host.at_once.discard(rig.address)
    return f"{len(answer.raw)} bytes: {exceptions.name(answer.exception or 0)}"


LINE = (
    Case("line", "80+", "general poll", _drained),
    Case("line", "80", "in step", _in_step),
    Case("line", "80+", "another address", _another),
    Case("line", "80+", "no ninth bit", _unmarked),
    Case("line", "EE", "unknown poll", _unknown),
    Case("line", "A0", "wrong check sum", _wrong_crc),
    Case("line", "0F", "not acknowledged", _again),
    Case("line", "0E", "events at once", _at_once),
)
READ = (
    *(_read(code) for code in (0x0F, *range(0x10, 0x1B), 0x1C, 0x1F)),
    Case("meters", "0F…", "they agree", _agree),
    Case("meters", "2F 6F", "meters by code", _by_code),
    Case("meters", "6F", "money", _money),
    Case("meters", "A0", "features", _features),
    Case("meters", "51 56", "games", _games),
    _read(0x52, GAME),
    _read(0x53, GAME),
    Case("meters", "54", "version", _version),
    _read(0x55),
    Case("meters", "7E 7F", "clock", _clock),
)
SWITCHES = (
    _switch(0x01, 0x02),
    _switch(0x07, 0x06),
    Case("switches", "08", "which bills", _bills),
    Case("switches", "A8", "method of reset", _reset_method),
)
