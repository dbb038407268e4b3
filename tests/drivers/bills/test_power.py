"""The power goes at each moment of a note: where the paper lies then, and what the host can read of it."""

from pathlib import Path

import pytest

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import CcTalkHost, Id003Host, Line
from tests.drivers.bills.lines import Clock, Port
from tests.drivers.machines import eventually, running
from tools.emulators.bills.trouble import CUTS

GIVEN_BACK = ("accepting", "escrow", "offered", "routed", "returning")
STACKER_HAS_IT = ("stacking", "stacked", "reported")


def cctalk_until_the_cut(host: CcTalkHost, moment: str) -> None:
    """A note whose power goes at this moment."""
    host.order(f"power-cut 5 {moment}")
    host.order("insert 5")
    host.until(lambda: _dead(host) or host.newest() in ((5, 1), None), "escrow")
    if not _dead(host):
        host.ask(r.ROUTE, b"\0" if moment == "returning" else b"\1")
    host.until(lambda: _dead(host) or (host.ask(r.EVENTS), _dead(host))[1], "the cut")


def id003_until_the_cut(host: Id003Host, moment: str, stack: int = r.STACK_1) -> None:
    """The same."""
    host.order(f"power-cut 5 {moment}")
    host.order("insert 5")
    host.until(lambda: _dead(host) or host.status() == r.ESCROW, "escrow")
    if not _dead(host):
        host.ask(r.RETURN if moment == "returning" else stack)
    host.until(lambda: _dead(host) or (host.status(), _dead(host))[1], "the cut")


def _dead(host: CcTalkHost | Id003Host) -> bool:
    return not host.show()["up"]


@pytest.mark.parametrize("moment", CUTS)
def test_after_a_cut_cctalk_counts_from_nought_and_says_no_more_of_the_note_than_it_knows(moment: str) -> None:
    host = CcTalkHost(Clock("cctalk")).ready()
    cctalk_until_the_cut(host, moment)
    host.shown(up=True)
    if moment in GIVEN_BACK:
        host.hears(0, 1)
        assert host.events()[0] == 1
        host.shown(box=[], returned=["US20"])
    elif moment == "stacking":
        host.hears(0, 21)
        assert host.events()[0] == 1
        host.shown(box=["US20"], returned=[])
    else:
        assert host.events() == (0, [(0, 0)] * 5)
        host.shown(box=["US20"], returned=[])
    assert (host.ask(r.GET_MASTER), host.ask(r.GET_MODE), host.ask(r.GET_INHIBITS)) == (b"\0", b"\0", b"\0\0")


@pytest.mark.parametrize("moment", CUTS)
def test_after_a_cut_id003_says_where_the_note_lies_and_does_nothing_before_reset(moment: str) -> None:
    host = Id003Host(Clock("id003")).ready()
    id003_until_the_cut(host, moment)
    host.shown(up=True)
    assert host.status() == (r.IN_ACCEPTOR if moment in GIVEN_BACK else r.IN_STACKER)
    assert host.ask(r.STACK_1) == bytes([r.INVALID])
    assert host.show()["paper"] == "US20"
    host.do(r.RESET)
    if moment in GIVEN_BACK:
        host.shown(box=[], returned=["US20"])
    else:
        assert moment in STACKER_HAS_IT
        host.shown(box=["US20"], returned=[])
    host.hears(r.DISABLED)


@pytest.mark.parametrize("moment", ["stacked", "reported"])
def test_a_note_that_was_wholly_stacked_is_not_in_the_path_after_a_cut(moment: str) -> None:
    host = Id003Host(Clock("id003")).ready()
    id003_until_the_cut(host, moment, r.STACK_2)
    host.shown(up=True)
    assert host.status() == r.POWER_UP
    host.shown(box=["US20"], paper=None)


def test_with_power_recovery_the_note_in_the_stacker_is_vend_valid_after_all() -> None:
    host = Id003Host(Clock("id003")).ready()
    id003_until_the_cut(host, "stacking")
    host.shown(up=True)
    host.do(r.RESET)
    host.set(0xC5, 2, 0)
    host.hears(r.VEND_VALID)
    host.acknowledge()
    host.hears(r.STACKED, r.DISABLED)
    host.shown(box=["US20"])


@pytest.mark.parametrize("place, status", [("acceptor", r.IN_ACCEPTOR), ("box", r.POWER_UP), ("hand", r.POWER_UP)])
def test_a_note_may_slide_while_the_power_is_off(place: str, status: int) -> None:
    host = Id003Host(Clock("id003")).ready()
    host.order(f"power-cut 5 stacking {place}")
    host.note_in_escrow()
    host.do(r.STACK_1)
    host.shown(up=False)
    host.shown(up=True)
    assert host.status() == status
    assert host.show()["box"] == ["US10"] * (place == "box")
    assert host.show()["returned"] == ["US10"] * (place == "hand")


def test_an_answer_to_the_order_to_stack_is_lost_with_the_power_and_nothing_is_stacked() -> None:
    line = Clock("cctalk")
    host = CcTalkHost(line).ready()
    host.order("power-cut 5 routed")
    host.note_in_escrow()
    sent, heard = host.raw(r.ROUTE, b"\1")
    assert heard == sent, "the wire itself needs no power"
    host.shown(returned=["US10"], box=[])


def test_what_was_told_has_left_before_the_power_goes() -> None:
    host = Id003Host(Clock("id003")).ready()
    host.order("power-cut 5 reported")
    host.note_in_escrow()
    host.stacked()
    assert host.show()["up"] is False


@pytest.mark.parametrize("protocol", ["cctalk", "id003"])
def test_where_papers_lie_outlives_the_process(protocol: str, tmp_path: Path) -> None:
    def host() -> CcTalkHost | Id003Host:
        line: Line = Clock(protocol, tmp_path / "memory")
        return CcTalkHost(line).ready() if protocol == "cctalk" else Id003Host(line)

    first = host()
    if isinstance(first, Id003Host):
        first.ready()
    first.note_in_escrow()
    second = host()
    if isinstance(second, Id003Host):
        second.shown(up=True)
        assert second.status() == r.IN_ACCEPTOR
        second.reset()
    second.shown(returned=["US10"], paper=None)
    assert host().show()["returned"] == ["US10"]


def test_a_killed_process_finds_the_note_where_it_lay(tmp_path: Path) -> None:
    path, log = tmp_path / "unit", tmp_path / "log"
    words = ("bills", "emulate", "--link", path, "--protocol", "id003", "--fast", "--state", tmp_path / "memory")
    with running(*words, log=log) as process:
        eventually(lambda: path.exists() or process.poll() is not None, "the port")
        port = Port(path)
        Id003Host(port).ready().note_in_escrow()
        port.close()
        process.kill()
        process.wait()
    path.unlink()
    with running(*words, log=log):
        eventually(path.exists, "the port again")
        port = Port(path)
        host = Id003Host(port)
        host.shown(up=True)
        assert host.status() == r.IN_ACCEPTOR
        host.reset()
        host.hears(r.IDLING)
        assert host.show()["returned"] == ["US10"]
        port.close()
