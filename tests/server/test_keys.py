"""Who gets in from elsewhere, and who is put out: real sockets with CURVE, and the ring that changes under them."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from tests.drivers.machines import boxcars, eventually
from tests.server.cabinets import CabinetOfProcesses, Caller, Listener, Terminal
from tests.server.kept_alive import probed


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CabinetOfProcesses]:
    with CabinetOfProcesses(tmp_path_factory.mktemp("keys"), remote=True, local=False).playing() as cabinet:
        yield cabinet


def remote(cabinet: CabinetOfProcesses, seat: int, keys: dict[str, str] | None) -> Terminal:
    return cabinet.keep(Terminal(cabinet.commands, seat, keys))


def test_a_key_opens_its_own_seat_and_no_other(cabinet: CabinetOfProcesses) -> None:
    keys = cabinet.key("first", "terminal", 1)
    assert remote(cabinet, 1, keys).hello().welcome["seat"] == 1
    other = remote(cabinet, 2, keys)
    other.say(kind="hello", seat=2, software="test")
    assert other.hear("not_taken")["code"] == "wrong_seat"


def test_a_peer_without_a_key_or_with_a_strange_one_gets_nowhere(cabinet: CabinetOfProcesses) -> None:
    public, secret = (key.decode() for key in zmq.curve_keypair())
    ours = (cabinet.place / "keys" / "controller.key").read_text().strip()
    for keys in (None, {"controller": ours, "public": public, "secret": secret}):
        stranger = remote(cabinet, 1, keys)
        stranger.say(kind="hello", seat=1, software="test")
        assert stranger.hears_nothing("welcome")
        assert not stranger.unheard
    known = remote(cabinet, 3, cabinet.key("third", "terminal", 3)).hello()
    assert known.round >= 1


def test_a_revoked_key_is_out_at_once_though_its_connection_stands(cabinet: CabinetOfProcesses) -> None:
    keys = cabinet.key("passing", "terminal", 2)
    terminal = remote(cabinet, 2, keys).hello()
    assert cabinet.station().credit(2, 1000)["ok"]
    assert terminal.place("pass_line", 100)["ok"]
    cabinet.do("keys", "revoke", "passing", "--keys", cabinet.place / "keys")
    terminal.unheard.clear()
    terminal.say(kind="wager", id=terminal.last_id + 1, round=1, do="place", bet="field", amount=100)
    terminal.say(kind="snapshot_wanted")
    assert terminal.hears_nothing("answer")
    assert not [message for message in terminal.unheard if message["kind"] in ("answer", "table")]
    status = cabinet.status()
    assert status is not None
    assert status["counters"]["not_taken.no_key"] >= 2
    assert not next(seat for seat in status["seats"] if seat["seat"] == 2)["linked"]
    again = remote(cabinet, 2, keys)
    again.say(kind="hello", seat=2, software="test")
    assert again.hears_nothing("welcome")


def test_a_revoked_listener_hears_no_more_and_the_others_go_on(cabinet: CabinetOfProcesses) -> None:
    gone = cabinet.keep(Listener(cabinet.broadcasts, cabinet.key("gone", "display")))
    stays = cabinet.keep(Listener(cabinet.broadcasts, cabinet.key("stays", "display")))
    gone.hear("table")
    stays.hear("table")
    cabinet.do("keys", "revoke", "gone", "--keys", cabinet.place / "keys")
    last = stays.hear("table")["seq"]
    while stays.hear("table")["seq"] < last + 3:
        pass
    assert max((message["seq"] for message in _heard(gone)), default=0) < last + 3


def test_another_roles_key_opens_nothing_of_a_terminals(cabinet: CabinetOfProcesses) -> None:
    caller = cabinet.keep(Caller(cabinet.commands, cabinet.key("screen", "display")))
    caller.say(kind="hello", seat=1, software="test")
    assert caller.hear("not_taken")["code"] == "bad_message"
    caller.say(kind="act", id=1, operator="eve", role="supervisor", act="close_out", reference="for fun")
    assert caller.hear("not_taken")["code"] == "bad_message"
    terminal = remote(cabinet, 4, cabinet.key("fourth", "terminal", 4)).hello()
    terminal.say(kind="act", id=1, operator="eve", role="supervisor", act="credit", seat=4, amount=10_000)
    assert terminal.hear("not_taken")["code"] == "bad_message"
    assert terminal.welcome["you"]["credits"] == 0


def test_a_dice_driver_is_no_affair_of_a_terminals_key(cabinet: CabinetOfProcesses) -> None:
    terminal = remote(cabinet, 4, cabinet.key("fifth", "terminal", 4))
    terminal.say(kind="dice_driver_here", port="/dev/pts/9", emulated=True)
    assert terminal.hear("not_taken")["code"] == "bad_message"


def test_a_peer_that_chooses_its_own_address_is_not_heard(cabinet: CabinetOfProcesses) -> None:
    keys = cabinet.key("named", "display")
    longer = cabinet.keep(Caller(cabinet.commands, keys, address=b"seat-1"))
    longer.say(kind="snapshot_wanted")
    assert longer.hears_nothing("table")


def test_key_files_are_closed_to_others_and_never_overwritten(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    assert boxcars("keys", "init", "--keys", keys).returncode == 0
    assert boxcars("keys", "init", "--keys", keys).returncode == 2
    out = tmp_path / "peer.json"
    added = boxcars("keys", "add", "one", "--role", "terminal", "--seat", 1, "--keys", keys, "--out", out)
    assert added.returncode == 0
    assert out.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO) == 0
    assert (keys / "controller.key_secret").stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO) == 0
    assert json.loads(out.read_text())["secret"] not in added.stdout
    listed = json.loads(boxcars("keys", "list", "--json", "--keys", keys).stdout)
    assert listed["one"]["seat"] == 1
    assert "secret" not in listed["one"]


def test_what_makes_no_sense_for_a_key_is_refused_with_why(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    boxcars("keys", "init", "--keys", keys)
    for words, complaint in (
        (("one", "--role", "terminal"), "seat"),
        (("one", "--role", "display", "--seat", 3), "seat"),
        (("../one", "--role", "display"), "no name"),
        (("one", "--role", "display", "--public", "short"), "public"),
    ):
        call = boxcars("keys", "add", *words, "--keys", keys, "--out", tmp_path / "x.json")
        assert (call.returncode, (tmp_path / "x.json").exists()) == (2, False), words
        assert complaint in call.stderr
    assert boxcars("keys", "revoke", "nobody", "--keys", keys).returncode == 2


def _heard(listener: Listener) -> list[dict[str, int]]:
    while listener.socket.poll(50):
        listener.unheard.append(json.loads(listener.socket.recv()))
    return listener.unheard


def test_a_machine_elsewhere_that_vanishes_without_a_word_is_noticed_by_the_kernel(cabinet: CabinetOfProcesses) -> None:
    keys = cabinet.key("far", "terminal", 3)
    remote(cabinet, 3, keys).hello()
    cabinet.keep(Listener(cabinet.broadcasts, keys)).hear("table")
    for endpoint in (cabinet.commands, cabinet.broadcasts):
        port = int(endpoint.rpartition(":")[2])
        eventually(lambda port=port: probed(port, listening=True), "the controller's end is looked after")  # type: ignore[misc]
