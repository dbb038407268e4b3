"""What an act brings is looked at, at the edge, before anything of it comes to the table or into the journal."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from controller.commands import main
from controller.server.loop.journal import Journal
from controller.server.staff.acts.fields import OWN
from controller.table.events import StationNews
from controller.table.round.acts import Void, VoidResult
from controller.table.snapshot import from_plain, plain
from controller.table.staff.act import OperatorAct
from controller.table.staff.operating import ACTS
from controller.table.staff.said import in_version_1
from controller.vault.faults import VaultFault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.server.cabinets import CabinetOfProcesses
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.staff import PIN, StaffMember
from tests.server.test_acts_by_role import FIELDS

STRAY: dict[str, Any] = {
    "name": "spare", "new_role": "technician", "pin": "864209", "old_pin": "270846", "change": {"x": 1},
}  # fmt: skip
ESC, BELL, NUL, TURN, LINE = "\x1b[2J", "\x07", "\x00", "\u202e", "\n"


def supervisor() -> StaffMember:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    return cabinet.supervisor()


def acts_of(eve: StaffMember) -> list[OperatorAct]:
    return [event for event in eve.cabinet.store.events if isinstance(event, OperatorAct)]


# ---- fields ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", OWN)
def test_a_field_that_an_act_does_not_take_is_refused_and_named(field: str) -> None:
    eve = supervisor()
    for name, row in ACTS.items():
        needs, takes = in_version_1(row)
        if field in (*needs, *takes):
            continue
        before = len(acts_of(eve))
        answer = eve.act(name, **{**FIELDS.get(name, {}), field: STRAY[field]})
        assert (answer["ok"], answer["code"]) == (False, "bad_field"), name
        assert answer["reason"].startswith(f"{field}: {name} takes none; it takes ")
        assert len(acts_of(eve)) == before


@pytest.mark.parametrize("act", ["hold", "resume", "credit", "first_supervisor", "set_pin"])
@pytest.mark.parametrize("change", [{"x": 1.5}, {"pin": "0" * 64}, {"name": "eve"}])
def test_nothing_of_a_form_of_its_own_comes_to_the_table(act: str, change: dict[str, Any]) -> None:
    eve = supervisor()
    assert eve.act(act, **{**FIELDS.get(act, {}), "change": change})["code"] == "bad_field"
    assert all(event.act.word == "first_supervisor" for event in acts_of(eve))
    refused = [news for news in eve.cabinet.store.events if isinstance(news, StationNews) and news.what == "refused"]
    assert refused[-1].why.startswith(f"{act}: change: {act} takes none")


def test_of_an_act_that_the_table_refuses_for_its_role_nothing_but_words_is_recorded() -> None:
    cabinet = SimulatedCabinet(with_panel=True)
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    eve = cabinet.supervisor()
    tom = eve.add("tom", "technician")
    assert tom.act("void", reference=f"a{ESC}b", change={"x": 1.5})["code"] == "role"
    assert tom.act("no such\nact", change={"x": 1.5})["code"] == "unknown_act"
    void, unknown = acts_of(eve)[-2:]
    assert void.act == Void(reason="a\\x1b[2Jb")
    assert unknown.act == VoidResult(said="no such\\nact", reason="")


@pytest.mark.parametrize(
    "change", [{"keep_days": 7.5}, {"keep_days": "7"}, {"keep_days": True}, {"keep_days": 3651}, {"keep_days": None}]
)
def test_the_days_of_an_archive_are_whole_days_and_the_answer_says_which(change: dict[str, Any]) -> None:
    answer = supervisor().act("archive", reference="stick", change=change)
    assert answer["code"] == "bad_setting"
    assert answer["reason"].startswith(
        "change.keep_days: archive takes keep_days, a whole number from 0 to 3650, found "
    )


@pytest.mark.parametrize(
    "change, where",
    [
        ({"bet_time": 30.0}, "change.bet_time"),
        ({"limits": {"max": 1e9}}, "change.limits.max"),
        ({"languages": ["en", 1.5]}, "change.languages[1]"),
        ({"bet_time": 10**19}, "change.bet_time"),
        ({"limits": {"max": {"x": 1}}}, "change.limits.max"),
        ({"time_zone": "a" * 301}, "change.time_zone"),
        ({"time_zone": f"UTC{LINE}"}, "change.time_zone"),
        ({f"x{number}": 1 for number in range(65)}, "change"),
    ],
)
def test_a_setting_is_a_whole_number_or_words_and_the_answer_says_where_it_is_not(
    change: dict[str, Any], where: str
) -> None:
    eve = supervisor()
    looked = eve.preview(**change)
    answer = eve.act("settings", change=change, confirm="x")
    for told in (looked, answer):
        assert (told["ok"], told["code"]) == (False, "bad_setting")
        assert told["reason"].startswith(f"{where}: must ")


def test_a_rule_book_comes_by_its_name_and_never_word_for_word() -> None:
    eve = supervisor()
    assert "named by its name" in eve.preview(book={"name": "mine"})["reason"]


# ---- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [ESC, BELL, NUL, TURN, LINE, "\r", "\x9b", "\u2028", "\u200b", "\x7f"])
def test_words_that_steer_a_screen_are_refused(sign: str) -> None:
    eve = supervisor()
    answer = eve.act("hold", reference=f"a spill{sign}all is well")
    assert answer["code"] == "bad_words"
    assert answer["reason"].startswith("reference: must be words on one line without control signs, found \\")
    assert "operator" not in eve.cabinet.table.holds


@pytest.mark.parametrize("words", ["a spill", "洒水　三号", "¿qué pasó? №7 “x” 🎲", "é" * 300])
def test_words_of_any_language_are_taken_as_they_are(words: str) -> None:
    eve = supervisor()
    assert eve.act("hold", reference=words)["ok"]
    assert eve.cabinet.table.holds["operator"]["why"] == words


def test_a_station_and_a_terminal_call_themselves_by_words_too() -> None:
    cabinet = SimulatedCabinet()
    for role, hello in (("console", {"kind": "station_hello"}), ("terminal", {"kind": "hello", "seat": 1})):
        peer = Someone(cabinet, role, "who", 1 if role == "terminal" else None)
        peer.say(**hello, software=f"kiosk{ESC}1.0")
        cabinet.turn()
        assert "software" in peer.heard("not_taken")[-1]["reason"]


# ---- whatever comes -------------------------------------------------------------------------------------------------

SCALARS = (
    some.none()
    | some.booleans()
    | some.integers(-(10**30), 10**30)
    | some.floats(allow_nan=False)
    | some.text(max_size=30)
    | some.sampled_from(["\x1b[2J", "\u202e", "1/40", "stick", "spare"])
)
VALUES: some.SearchStrategy[Any] = some.recursive(
    SCALARS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FREE = some.fixed_dictionaries(
    {},
    optional={
        "seat": VALUES, "amount": VALUES, "reference": some.text(max_size=30),
        "name": some.sampled_from(["spare", "tom"]),
        "new_role": some.sampled_from(["attendant", "supervisor", "x"]), "pin": some.sampled_from(["864209", "1"]),
        "change": some.dictionaries(
            some.sampled_from(["keep_days", "bet_time", "limits", "name", "pin", "role", "x"]), VALUES, max_size=3
        ),
    },
)  # fmt: skip
SENT = some.tuples(some.sampled_from([*ACTS, "no_such_act"]), FREE)
RAW = {
    "not a number": '"change":{"x":NaN}',
    "without an end": '"change":{"x":Infinity}',
    "a key twice": '"change":{"x":1.5},"change":{"x":2.5}',
    "a number of 3000 digits": f'"change":{{"x":{"9" * 3000}}}',
    "half a letter": '"reference":"\\ud800"',
    "150 deep": f'"change":{{"x":{"[" * 150}{"]" * 150}}}',
    "a key that is none": '"reference":"a","surprise":1',
}


def on_a_journal(place: Path) -> SimulatedCabinet:
    """A simulated cabinet that keeps everything in a real journal."""
    cabinet = SimulatedCabinet()
    bear(place, Birth(Life.DEMO, plain(cabinet.table), 1_000))
    cabinet.store = Journal(_opened(place, cabinet), Dice.EMULATOR, cabinet.clock.now)  # type: ignore[assignment]
    cabinet.start()
    cabinet.link_dice()
    return cabinet


def _opened(place: Path, cabinet: SimulatedCabinet) -> KeptTable:
    return KeptTable.open(place, cabinet.clock.now, from_plain, dice=Dice.EMULATOR)


def proved_after_a_crash(cabinet: SimulatedCabinet, place: Path) -> None:
    """Everything that was acknowledged is read back, verified, replayed and started from."""
    table = cabinet.table
    cabinet.store._kept.vault.close()  # type: ignore[attr-defined]
    report = verify(place, ProofWanted(from_plain))
    assert report.fault is None, report.fault
    assert "replay of the rest" not in report.not_proved
    again = _opened(place, cabinet)
    assert plain(again.table) == plain(table)
    again.close()
    assert verify(place, ProofWanted(from_plain)).fault is None


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(sent=some.lists(SENT, min_size=1, max_size=15))
def test_whatever_acts_are_sent_the_journal_is_good_and_starts(
    sent: list[tuple[str, dict[str, Any]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("sent") / "vault"
    cabinet = on_a_journal(place)
    eve = cabinet.supervisor()
    assert eve.act("add_person", name="spare", new_role="technician", pin="135790")["ok"]
    for act, fields in sent:
        if cabinet.loop.ending:
            break
        eve.id += 1
        told = {"session": eve.session["session"], "operator": "eve", "role": "supervisor", **fields}
        eve.station.say(kind="act", id=eve.id, act=act, **told)
        eve.look_around()
        answers = [answer for answer in eve.station.heard("answer") if answer["id"] == eve.id]
        assert answers or eve.station.heard("not_taken"), (act, fields)
        if not answers:
            eve.id -= 1
    proved_after_a_crash(cabinet, place)


@pytest.mark.parametrize("raw", RAW.values(), ids=RAW)
@pytest.mark.parametrize("act", ["hold", "archive", "no_such_act"])
def test_whatever_json_is_sent_the_journal_is_good_and_starts(raw: str, act: str, tmp_path: Path) -> None:
    cabinet = on_a_journal(tmp_path / "vault")
    eve = cabinet.supervisor()
    for role in ("supervisor", "attendant"):
        eve.id += 1
        told = {"kind": "act", "id": eve.id, "act": act, "operator": "eve", "role": role}
        text = json.dumps({**told, "session": eve.session["session"]})
        eve.station.say_bytes(f"{text[:-1]},{raw}}}".encode())
        eve.look_around()
        assert eve.station.heard("answer") or eve.station.heard("not_taken")
    proved_after_a_crash(cabinet, tmp_path / "vault")


def test_one_act_does_not_keep_a_real_machine_from_starting_again(tmp_path: Path) -> None:
    """The attack as it was made: an attendant's `hold` with a fraction, a kill, a start."""
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.playing("4 3"):
        station = cabinet.station()
        assert station.act("hold", change={"x": 1.5})["code"] == "bad_field"
        assert station.act("archive", reference="stick", change={"keep_days": 7.5})["code"] == "bad_setting"
        assert station.act("hold", reference="the last word")["ok"]
        cabinet.kill()
    assert json.loads(cabinet.do("verify", tmp_path / "journal", "--json"))["good"]
    with cabinet.controller():
        assert "operator" in cabinet.holds()


def test_what_an_honest_console_sends_is_answered_and_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.controller(), cabinet.dice():
        cabinet.station()
        words = ["service", "--config", str(cabinet.config), "--name", "ann", "--yes"]
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n"))
        assert main([*words, "archive", "--reference", "stick", "--change", "keep_days=7.5"]) == 1
        assert "whole number from 0 to 3650, found 7.5 (bad_setting)" in capsys.readouterr().err
        cabinet.close_callers()
        cabinet.kill()
    assert json.loads(cabinet.do("verify", tmp_path / "journal", "--json"))["good"]
    with cabinet.controller():
        pass


def test_settings_of_a_file_are_whole_numbers_too(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, born=False)
    cabinet.config.write_text(cabinet.config.read_text().replace("bet_time = 1", "bet_time = 1.5"))
    with pytest.raises((AssertionError, VaultFault)):
        cabinet.do("vault", "init", "--config", cabinet.config)
    assert not (tmp_path / "journal").exists()
