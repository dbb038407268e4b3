"""The records process: it answers from the journal, tells a seat of itself alone, and serves metrics on loopback."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from controller.commands import main
from controller.records.process import answers_folder
from controller.server.zmq.endpoints import commands_endpoint
from tests.drivers.machines import PATIENCE, eventually, running
from tests.server.cabinets import CabinetOfProcesses, Caller


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CabinetOfProcesses]:
    """Two seats have played a round."""
    cabinet = CabinetOfProcesses(tmp_path_factory.mktemp("records"))
    with (
        cabinet.playing("5 6", "5 6"),
        running("records", "--config", cabinet.config, log=cabinet.place / "records.log"),
    ):
        station = cabinet.station()
        for seat in (1, 2):
            station.credit(seat, 10_000)
            cabinet.terminal(seat).place("pass_line", 500 * seat)
        played = (cabinet.status() or {})["round"]
        eventually(lambda: (cabinet.status() or {})["round"] > played, "the round has ended")
        assert station.act("hold")["ok"]  # what is looked at twice below must not have gone on meanwhile
        yield cabinet


def asker(cabinet: CabinetOfProcesses, role: str) -> Caller:
    return cabinet.keep(Caller(commands_endpoint(answers_folder(cabinet.run), role)))


def test_a_terminal_recalls_its_own_rounds_and_nobody_elses(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "terminal")
    caller.say(kind="rounds_wanted", seat=1)
    rounds = caller.hear("rounds")["rounds"]
    assert rounds
    for told in rounds:
        assert set(told["seats"]) <= {"1"}
        assert set(told["layout"]) <= {"1"}
        assert all(row.get("seat", 1) == 1 or row["what"] == "shooter" for row in told["happened"])
    assert any(row["what"] == "settled" and row["stake"] == 500 for told in rounds for row in told["happened"])


def test_a_terminal_may_not_ask_for_the_log_or_for_all_seats(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "terminal")
    caller.say(kind="log_wanted")
    assert caller.hear("not_taken")["code"] == "not_for_role"
    caller.say(kind="rounds_wanted")
    assert caller.hear("not_taken")["code"] == "wrong_seat"


def test_an_operator_sees_rounds_log_and_meters(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="rounds_wanted", last=5)
    assert {"1", "2"} <= {seat for told in caller.hear("rounds")["rounds"] for seat in told["seats"]}
    caller.say(kind="log_wanted", of="operator")
    assert caller.hear("log")["rows"]
    caller.say(kind="meters_wanted", seat=2)
    assert caller.hear("meters")["lifetime"]["in:attendant"] == 10_000


def test_help_figures_are_the_exact_ones_of_the_book_in_force(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "display")
    caller.say(kind="help_wanted")
    told = caller.hear("help")
    assert told["bets"]["pass_line"]["house_edge_percent"] == pytest.approx(700 / 495)
    caller.say(kind="returns_wanted")
    assert caller.hear("returns")["sheet"]["bets"]["pass_line"]["house_edge"] == "7/495"


def test_a_law_is_laid_beside_the_settings_that_were_turned_since_the_birth(cabinet: CabinetOfProcesses) -> None:
    caller, station = asker(cabinet, "operator"), cabinet.station()

    def least_round() -> dict[str, Any]:
        caller.say(kind="profile_wanted", name="uk")
        lines = caller.hear("profile_seen")["document"]["lines"]
        found: dict[str, Any] = next(line for line in lines if line["name"] == "least_round")
        return found

    assert (least_round()["stands"], least_round()["value"]) == ("turned off", 0)
    station.settings(least_round=72)
    assert (least_round()["stands"], least_round()["value"]) == ("fulfilled", 72)
    station.settings(least_round=71)
    assert least_round()["stands"] == "turned off", "fifty an hour are fifty an hour"
    station.settings(least_round=0)
    caller.say(kind="profile_wanted")
    told = caller.hear("profile_seen")["document"]
    assert (told["name"], told["born"], len(told["lines"])) == ("none", None, 50)
    caller.say(kind="profile_wanted", name="/etc/passwd.toml")
    assert caller.hear("not_taken")["code"] == "no_profile"


def console(cabinet: CabinetOfProcesses, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What the console says with `--json`."""
    assert main([*words, "--journal", str(cabinet.place / "journal"), "--json"]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_the_sheets_are_those_of_the_console(cabinet: CabinetOfProcesses, capsys: pytest.CaptureFixture[str]) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="meter_sheet_wanted", seat=2)
    assert caller.hear("meter_sheet")["document"] == console(cabinet, capsys, "meters", "--seat", "2")
    caller.say(kind="dice_record_wanted")
    assert caller.hear("dice_record")["document"] == console(cabinet, capsys, "fairness")


def test_a_round_comes_as_a_script(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="rounds_wanted", last=20)
    settled = [told["round"] for told in caller.hear("rounds")["rounds"] if told["how"] == "settled"]
    caller.say(kind="script_wanted", number=settled[0])
    told = caller.hear("round_script")["document"]
    assert told["agrees"]
    assert told["script"]["steps"][-1]["dice"] == [5, 6]
    caller.say(kind="script_wanted", number=10**6)
    assert caller.hear("not_taken")["code"] == "no_script"


def test_a_round_as_seen_and_as_played_again_is_what_the_console_says(
    cabinet: CabinetOfProcesses, capsys: pytest.CaptureFixture[str]
) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="rounds_wanted", last=20)
    number = next(told["round"] for told in caller.hear("rounds")["rounds"] if told["how"] == "settled")
    caller.say(kind="seen_wanted", number=number)
    seen = caller.hear("seen")["document"]
    assert seen == console(cabinet, capsys, "recall", "--round", str(number), "--felt")
    assert seen["felt"]["offer"]["spots"]["pass_line"]["pays"] == {"": "1:1"}
    assert [throw["faces"] for throw in seen["hand"]["throws"]] == [[5, 6]] * len(seen["hand"]["throws"])
    caller.say(kind="script_wanted", number=number)
    compared = caller.hear("round_script")["document"]
    assert compared == console(cabinet, capsys, "recall", "--round", str(number), "--script", "--compare")
    assert compared["script"] == console(cabinet, capsys, "recall", "--round", str(number), "--script")
    assert compared["steps"][-1]["rows"][0]["agrees"]
    caller.say(kind="seen_wanted", number=10**6)
    assert caller.hear("not_taken")["code"] == "no_such_round"
    for other in (asker(cabinet, "terminal"), asker(cabinet, "display")):
        other.say(kind="seen_wanted", number=number)
        assert other.hear("not_taken")["code"] == "not_for_role"


def test_the_log_is_filtered_by_kind_seat_and_time(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="log_wanted", of="cash", seat=2)
    rows = caller.hear("log")["rows"]
    assert rows
    assert {row["seat"] for row in rows} == {2}
    at = rows[-1]["at"]
    caller.say(kind="log_wanted", of="cash", until=at - 1)
    assert all(row["at"] < at for row in caller.hear("log")["rows"])


def test_the_journal_is_verified_beside_the_answers_with_its_progress_told(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="journal_wanted")
    seen = caller.hear("journal_seen")["document"]
    assert seen["life"] == "demo"
    assert seen["entries"] == seen["last"] > 10
    assert 0 < seen["disk"]["free"] < seen["disk"]["bytes"]
    caller.say(kind="job_wanted", job="verify", start=True)
    assert caller.hear("job_seen")["state"] == "running"

    def done() -> Any:
        caller.say(kind="job_wanted", job="verify")
        told = caller.hear("job_seen")
        return told if told["state"] != "running" else None

    told = eventually(done, "the journal is verified")
    assert told["state"] == "done", told
    assert told["answer"]["good"]


def test_without_a_manifest_the_software_is_not_judged(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.say(kind="job_wanted", job="software", start=True)
    assert caller.hear("not_taken")["code"] == "no_manifest"


def test_a_terminal_asks_for_none_of_the_houses_papers(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "terminal")
    for kind in ("meter_sheet_wanted", "dice_record_wanted", "journal_wanted"):
        caller.say(kind=kind)
        assert caller.hear("not_taken")["code"] == "not_for_role"


def test_what_is_no_question_is_answered_with_why(cabinet: CabinetOfProcesses) -> None:
    caller = asker(cabinet, "operator")
    caller.socket.send(b"\xff\x00 nonsense")
    assert caller.hear("not_taken")["code"] == "bad_message"


def test_the_course_of_the_dice_units_link_is_told_and_printed(
    cabinet: CabinetOfProcesses, capsys: pytest.CaptureFixture[str]
) -> None:
    operator = asker(cabinet, "operator")

    def told() -> list[dict[str, Any]]:
        operator.say(kind="trend_wanted")
        samples: list[dict[str, Any]] = operator.hear("trend")["samples"]
        return samples

    def of_the_link() -> bool:  # the driver says how its link is every few seconds: a first look may be before that
        return any({"round_trip_ms", "retries", "crc_errors"} <= sample["figures"].keys() for sample in told())

    eventually(of_the_link, "a look at the link")
    found = told()
    assert any(sample["up"] for sample in found)
    assert main(["status", "--config", str(cabinet.config), "--trend", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["samples"][0] == found[0]
    assert main(["status", "--config", str(cabinet.config), "--trend"]) == 0
    assert "retries" in capsys.readouterr().out


def test_metrics_are_served_in_the_words_of_prometheus(cabinet: CabinetOfProcesses) -> None:
    url = f"http://127.0.0.1:{cabinet.metrics_port}/metrics"

    def metrics() -> str:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    page = eventually(lambda: metrics() if "boxcars_up 1" in metrics() else "", "the controller is seen")
    for line in ("boxcars_ready 1", "boxcars_demo 1", 'boxcars_accepted_total{kind="Wager"}', "boxcars_meter{"):
        assert line in page, line
    assert "boxcars_answer_seconds_bucket" in page
    strange = urllib.request.Request(url, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(strange, timeout=PATIENCE)
    for line in page.splitlines():
        assert line.startswith("#") or len(line.rsplit(" ", 1)) == 2, line
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(url + "/elsewhere", timeout=PATIENCE)
