"""Whatever is ordered and whatever is sent, in whatever order: no paper is lost or doubled, and the acceptor lives."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import CcTalkHost, Id003Host
from tests.drivers.bills.lines import Clock
from tools.emulators.bills.trouble import CUTS
from tools.emulators.common.orders import BadOrder

PLACES = ("acceptor", "stacker", "box", "hand")
PUT_IN = ("insert 4", "ticket 123456", "insert false")
MENDED = ("free hand", "free box", "stacker in", "fault 0", "well")
MISCHIEF = (
    *("jam acceptor", "jam stacker", "cheat", "cheat pull", "stacker out", "stacker full", "slip", "direct", "reboot"),
    *("lose", "double", "garble", "deaf", "vend", "ignore-acks", "skip 15", "event 1 0", "counter 255"),
    *(f"power-cut 1 {moment}" for moment in CUTS),
    *(f"power-cut 1 {moment} {place}" for moment in CUTS for place in PLACES),
)
STEPS = 400


def frame(protocol: str, chance: Random) -> bytes:
    """A request that means something, or noise."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(1, 12))
    if protocol == "cctalk":
        header, data = chance.choice(
            [(r.EVENTS, b""), (r.ROUTE, b"\0"), (r.ROUTE, b"\1"), (r.RESET_DEVICE, b""), (r.SET_MODE, b"\1")]
            + [(r.SET_MODE, b"\3"), (r.SET_MASTER, b"\1"), (r.SET_INHIBITS, b"\xff\xff"), (r.BARCODE, b"")] * 3
        )
        return r.cctalk_frame(header, data)
    command, data = chance.choice(
        [(r.STATUS, b""), (r.STACK_1, b""), (r.STACK_2, b""), (r.ACK, b""), (0xC3, b"\0"), (0xC7, b"\0")] * 3
        + [(r.RETURN, b""), (r.HOLD, b""), (r.WAIT, b""), (r.RESET, b""), (r.RESET, b""), (0xC5, b"\2\0")]
    )
    return r.id003_frame(command, data)


def papers(line: Clock) -> tuple[int, int]:
    """How many were put in, and how many lie somewhere."""
    shown = line.order("show")
    lying = [*shown["box"], *shown["taken"], *shown["returned"], *([shown["paper"]] if shown["paper"] else [])]
    return shown["inserted"], len(lying)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("protocol", ["cctalk", "id003"])
def test_no_paper_is_lost_or_doubled(protocol: str, seed: int, tmp_path: Path) -> None:
    chance, memory = Random(seed), tmp_path / "memory"
    line = Clock(protocol, memory)
    (CcTalkHost(line) if protocol == "cctalk" else Id003Host(line)).ready()
    for _ in range(STEPS):
        with suppress(BadOrder):
            line.order(chance.choice(chance.choice((PUT_IN, PUT_IN, MENDED, MENDED, MISCHIEF))))
        line.exchange(frame(protocol, chance), bool)
        line.wait(chance.choice([0.0, 0.01, 0.1, 0.5, 4.0]))
        if chance.random() < 0.02:  # the process dies
            line = Clock(protocol, memory)
        inserted, lying = papers(line)
        assert inserted == lying
    assert inserted > 5
