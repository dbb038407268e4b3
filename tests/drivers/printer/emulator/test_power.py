"""Power loss at every stage of a job: it is printed at most once, and its record never says more than what came out."""

import json
from pathlib import Path

import pytest

from config.files.reading import BadFile
from tests.drivers.printer.emulator.bench import Bench, at_a_pty
from tests.drivers.printer.emulator.client import BOOT, CLEAR, FAULT, HELLO, PRINT, STATUS, TAKEN, TEXT, Wish, text
from tests.drivers.printer.emulator.reader import Picture
from tools.emulators.printer.memory import Shelf

STAGES = {
    "before-record": ((0xFF, 2), 0, 0, []),
    "recorded": ((3, 2), 1, 0, []),
    "starting": ((3, 2), 1, 0, []),
    "printing": ((3, 0), 1, 0, ["50%"]),
    "cut": ((3, 0), 1, 0, ["whole"]),
    "kept": ((0, 0), 1, 1, ["whole"]),
    "told": ((0, 0), 1, 1, ["whole"]),
}
"""Stage → RESULT afterwards, last job, printed, papers."""
ANSWERED = ("starting", "printing", "cut", "kept", "told")
"""The power goes after the verdict was sent."""


def cut_off(bench: Bench, stage: str) -> None:
    """The power goes at this stage of the first job, and comes back."""
    bench.order(f"power-cut 2 {stage}")
    reply = bench.ask(PRINT, Wish(1).payload())
    assert (reply is not None) == (stage in ANSWERED)
    bench.back()


@pytest.mark.parametrize("stage", STAGES)
def test_a_power_cut_at_each_stage_leaves_a_record_that_does_not_say_too_much(bench: Bench, stage: str) -> None:
    result, last_job, printed, papers = STAGES[stage]
    cut_off(bench, stage)
    bench.wait(10.0)
    assert bench.result(1) == result
    status = bench.answer(STATUS).fields
    assert (status["last_job"], status["printed"]) == (last_job, printed)
    assert status["bezel"] == bool(papers)
    assert status["state"] == (3 if papers else 1)
    assert [line["part"] for line in bench.lines()] == papers
    assert bench.printed(1) == ([(0, 0)] if stage == "told" else [])


@pytest.mark.parametrize("stage", STAGES)
def test_a_job_that_is_sent_again_after_a_power_cut_is_printed_once_or_told_as_it_was(bench: Bench, stage: str) -> None:
    result, _, _, papers = STAGES[stage]
    cut_off(bench, stage)
    bench.heard.clear()
    verdict = bench.verdict(Wish(1))
    assert verdict == (0 if stage == "before-record" else 6)
    assert bench.end(1) == ((0, 0) if verdict == 0 else result)
    assert [line["part"] for line in bench.lines()] == (["whole"] if verdict == 0 else papers)
    assert bench.verdict(Wish(1, days=1)) == 5


@pytest.mark.parametrize("stage", ["printing", "cut", "kept", "told"])
def test_what_is_at_the_bezel_after_a_power_cut_is_told_when_it_is_taken(bench: Bench, stage: str) -> None:
    cut_off(bench, stage)
    assert bench.verdict(Wish(2)) == 7
    bench.take()
    assert [report["job"] for report in bench.reports(TAKEN)] == [1]
    assert bench.result(1) == (STAGES[stage][0][0], 1)
    assert bench.print(Wish(2)) == (0, 0)


@pytest.mark.parametrize("stage", ["printing", "cut"])
def test_of_what_is_taken_while_the_power_is_off_the_sensor_knows_nothing(bench: Bench, stage: str) -> None:
    bench.order(f"power-cut 2 {stage}")
    bench.verdict(Wish(1))
    bench.until(lambda: bench.unit.is_dead(bench.now), "the power cut")
    bench.order("take")
    bench.back()
    assert (bench.result(1), bench.status("bezel"), bench.status("state")) == ((3, 2), 0, 1)
    assert bench.reports(TAKEN) == []


def test_a_ticket_that_was_known_to_be_at_the_bezel_and_is_gone_at_boot_was_taken(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.order("power-cut 2")
    bench.order("take")
    bench.back()
    bench.wait(0.5)
    assert [report["job"] for report in bench.reports(TAKEN)] == [1]
    assert bench.result(1) == (0, 1)


def test_a_ticket_that_still_lies_at_the_bezel_at_boot_is_seen_there(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.order("power-cut 2")
    bench.back()
    bench.wait(0.5)
    assert (bench.status("state"), bench.status("bezel"), bench.result(1)) == (3, 1, (0, 0))
    assert bench.verdict(Wish(2)) == 7
    assert bench.reports(TAKEN) == []


def test_without_power_nothing_is_heard_or_said(bench: Bench) -> None:
    bench.order("power-cut 5")
    assert bench.ask(HELLO, patience=4.0) is None
    bench.wait(2.0)
    assert bench.answer(HELLO)["serial"] == 3001


def test_results_texts_faults_and_counters_outlive_the_unit(tmp_path: Path) -> None:
    with at_a_pty(tmp_path) as first:
        first.greet()
        for number in range(1, 18):
            first.print(Wish(number))
            first.take()
        first.answer(TEXT, text(0, "Casa Ñandú"))
        first.print(Wish(18))
        first.order("paper low")
        first.order("fault cutter")
        boot = first.answer(HELLO)["boot_id"]
    with at_a_pty(tmp_path, seed=2) as again:
        again.until(lambda: again.status("state"), "the end of booting")
        status = again.answer(STATUS).fields
        assert (status["last_job"], status["printed"], status["faults"]) == (18, 18, 1 << 2)
        assert (status["paper"], status["bezel"], status["state"]) == (1, 1, 3)
        assert [number for number in range(1, 19) if again.result(number)[0] == 0] == list(range(3, 19))
        assert again.answer(HELLO)["boot_id"] != boot
        again.order("take")
        again.answer(CLEAR, b"\xff\xff")
        again.print(Wish(19))
        assert "Casa Ñandú" in Picture((tmp_path / "papers" / "19.svg").read_text()).words


@pytest.mark.parametrize("seconds, papers", [(0.1, []), (1.5, []), (2.3, ["whole"])])
def test_a_process_that_dies_while_it_prints_leaves_power_lost(
    tmp_path: Path, seconds: float, papers: list[str]
) -> None:
    with at_a_pty(tmp_path) as first:
        first.greet()
        first.verdict(Wish(1))
        first.wait(seconds)
        kept = json.loads((tmp_path / "memory").read_text())
        assert kept["results"]["1"]["outcome"] == 3
    with at_a_pty(tmp_path, seed=2) as again:
        again.greet()
        assert again.result(1) == (3, 0 if papers else 2)
        assert again.verdict(Wish(1)) == 6
        assert again.end(1) == (3, 0 if papers else 2)
        assert [line["part"] for line in again.lines()] == papers


def test_the_record_is_written_as_power_lost_before_the_motor_starts_and_anew_before_it_is_told(bench: Bench) -> None:
    def kept() -> tuple[int, int]:
        record = json.loads((bench.papers.parent / "memory").read_text())["results"]["1"]
        return record["outcome"], record["taken"]

    bench.verdict(Wish(1))
    assert kept() == (3, 2)
    bench.acknowledges = False
    bench.until(lambda: kept() != (3, 2), "the second record")
    assert kept() == (0, 0)
    assert bench.printed(1) in ([], [(0, 0)])


def test_an_open_lid_is_found_at_boot(bench: Bench) -> None:
    bench.order("power-cut 2")
    bench.order("head open")
    bench.back()
    bench.wait(0.1)
    assert bench.status("faults") == 1
    assert [report["faults"] for report in bench.reports(FAULT)] == [1]


def test_each_boot_has_its_own_id(bench: Bench) -> None:
    for _ in range(5):
        bench.order("power-cut 1")
        bench.back()
        bench.wait(0.1)
    assert len({report["boot_id"] for report in bench.reports(BOOT)}) == 5


@pytest.mark.parametrize("content", ["no json", "[]", '{"printd": 1}', '{"results": {"1": {"x": 1}}}'])
def test_a_file_that_is_no_memory_is_refused(tmp_path: Path, content: str) -> None:
    memory = tmp_path / "memory"
    memory.write_text(content)
    with pytest.raises(BadFile, match="is no memory of an emulated ticket printer"):
        Shelf(memory).load()
