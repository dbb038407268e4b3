"""Every way in which an emulated acceptor can be told to misbehave, and what cannot be ordered."""

from pathlib import Path

import pytest

from tests.drivers.bills.effects import EFFECTS, cctalk, id003
from tests.drivers.machines import boxcars
from tools.emulators.bills.commands import PROTOCOLS
from tools.emulators.common.orders import BadOrder

ALL = PROTOCOLS["cctalk"] | PROTOCOLS["id003"]


@pytest.mark.parametrize("name", ALL)
def test_an_order_does_what_it_says(name: str) -> None:
    EFFECTS[name]()


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("insert 8", "8: allowed are 1, 2, 3, 4, 5, 6, 7, false"),
        ("note 3", "3: allowed are 1, 2, 5, 10, 20, 50, 100"),
        ("ticket 12x", "12x: a ticket has up to 24 digits"),
        ("ticket 12 sideways", "2 words follow, 1 are wanted"),
        ("jam mouth", "mouth: allowed are acceptor, stacker"),
        ("free hand", "nothing is jammed"),
        ("cheat politely", "politely: allowed are pull"),
        ("stacker ajar", "ajar: allowed are in, out, full"),
        ("fault 256", "256: allowed is a whole number from 0 to 255"),
        ("notes Dollars", "Dollars: allowed are a country and up to 14 values, US:1,2,5"),
        ("notes US:256", "allowed are a country and up to 14 values"),
        ("notes US:" + ",".join("1" * 15), "allowed are a country and up to 14 values"),
        ("power-cut", ": allowed is a number"),
        ("power-cut 5 midway", "midway: allowed are accepting, escrow, offered, routed"),
        ("power-cut 5 escrow nowhere", "2 words follow, 1 are wanted"),
        ("lose some", "some: allowed is a whole number from 0 to 1000000"),
        ("delay long", "long: allowed is a whole number from 0 to 60000"),
        ("dance", "dance: allowed are insert, note"),
        ("", "nothing: allowed are insert, note"),
    ],
)
def test_an_order_that_cannot_be_followed_says_what_is_allowed(words: str, complaint: str) -> None:
    for _, host in (cctalk(), id003()):
        with pytest.raises(BadOrder) as refused:
            host.order(words)
        assert complaint in str(refused.value)
        host.note_in_escrow()


@pytest.mark.parametrize(
    "protocol, words, complaint",
    [
        ("cctalk", "counter 256", "256: allowed is a whole number from 0 to 255"),
        ("cctalk", "event 1", "1 words follow, 2 are wanted"),
        ("cctalk", "product MUCH-TOO-LONG-A-CODE", "a product code is up to 16 ASCII characters"),
        ("cctalk", "vend", "vend: allowed are insert"),
        ("id003", "counter 1", "counter: allowed are insert"),
        ("id003", "status XY", "XY: allowed are 1 to 64 bytes in hexadecimal"),
        ("id003", "version", "nothing: a version is 1 to 64 ASCII characters"),
    ],
)
def test_an_order_of_one_protocol_says_what_is_allowed_there(protocol: str, words: str, complaint: str) -> None:
    _, host = cctalk() if protocol == "cctalk" else id003()
    with pytest.raises(BadOrder) as refused:
        host.order(words)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    "before, complaint",
    [
        (["insert 1"], "the last paper is still in the path"),
        (["stacker full"], "out of order"),
        (["fault 1"], "out of order"),
        (["power-cut 5"], "the acceptor is off or starting"),
    ],
)
def test_a_person_cannot_put_in_what_would_not_go_in(before: list[str], complaint: str) -> None:
    for _, host in (cctalk(), id003()):
        for order in before:
            host.order(order)
        with pytest.raises(BadOrder, match=complaint):
            host.order("insert 1")


def test_no_box_takes_the_paper_of_a_jam_while_it_is_out() -> None:
    _, host = id003()
    host.note_in_escrow()
    host.order("jam acceptor")
    host.order("stacker out")
    with pytest.raises(BadOrder, match="there is no box to put it in"):
        host.order("free box")
    assert host.show()["place"] == "acceptor"


def test_every_order_is_listed_with_help() -> None:
    listed = boxcars("bills", "control", "--help").stdout
    for name in (*ALL, "unplug SECONDS", "show"):
        assert f"\n  {name}" in listed


@pytest.mark.parametrize(
    "words, complaint",
    [
        (("--notes", "dollars"), "--notes dollars: allowed are a country"),
        (("--serial", "16777216"), "--serial is 0 to 16777215"),
    ],
)
def test_an_acceptor_that_cannot_be_is_refused(tmp_path: Path, words: tuple[str, str], complaint: str) -> None:
    called = boxcars("bills", "emulate", "--link", tmp_path / "unit", "--protocol", "cctalk", *words)
    assert called.returncode == 2
    assert complaint in called.stderr
