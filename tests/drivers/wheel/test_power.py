"""What survives power loss: one result for a spin, whenever the power goes, and whatever else the unit was told."""

import json
from pathlib import Path

import pytest

from config.files.reading import BadFile
from tests.drivers.wheel.bench import Bench
from tests.drivers.wheel.reader import (
    BALL,
    BOOT,
    HELLO,
    RESULT,
    SPIN,
    STATUS,
    authentic,
    id_of,
    malfunctions,
    spin_payload,
)
from tools.emulators.wheel.fate import read_script
from tools.emulators.wheel.memory import Shelf

STAGES = ("waiting", "launched", "turning", "falling", "landed", "done")


def interrupted(words: str, number: str = "next 17") -> Bench:
    """A unit whose power goes in its first spin, and comes back."""
    bench = Bench()
    bench.answer(HELLO)
    bench.order(number)
    bench.order(words)
    bench.start(1)
    bench.until(lambda: bench.unit.is_dead(bench.now), "the power cut")
    bench.wait(2.5)
    bench.answer(HELLO)
    bench.until(lambda: len(bench.reports(BOOT)) == 2, "BOOT after the cut")
    return bench


@pytest.mark.parametrize("stage", range(4))
def test_a_spin_that_was_cut_off_before_the_ball_lay_is_lost_but_not_what_was_measured(stage: int) -> None:
    bench = interrupted(f"power-cut 2 {STAGES[stage]}")
    spun = bench.result(1)
    assert (spun["outcome"], spun["number"], spun["flags"]) == (12, 0xFF, 2)
    assert malfunctions(spun) == []
    assert authentic(spun)
    assert [ball["stage"] for ball in bench.reports(BALL)] == list(range(1, stage + 1))
    assert spun["ball"] == (1 if stage else 0)
    assert spun["rotor"] in (-18, -17)
    assert spun["revolutions"] == (bench.reports(BALL)[-1]["revolutions"] if stage else 0)
    assert bench.answer(RESULT, id_of(1)).payload == spun.payload
    assert bench.answer(SPIN, spin_payload(1))["verdict"] == 6
    assert bench.answer(STATUS)["spins"] == min(stage, 1)


def test_a_ball_that_lay_in_a_compartment_is_read_on_waking() -> None:
    bench = interrupted("power-cut 2 landed")
    assert bench.answer(STATUS)["state"] == 5
    assert bench.answer(STATUS)["last_spin"] == 1
    assert bench.answer(RESULT, id_of(1))["outcome"] == 0xFE
    assert bench.answer(SPIN, spin_payload(2))["verdict"] == 1
    spun = bench.result(1)
    assert (spun["outcome"], spun["number"], spun["flags"]) == (0, 17, 2)
    assert (malfunctions(spun), authentic(spun)) == ([], True)
    assert spun["revolutions"] == bench.reports(BALL)[-1]["revolutions"]
    assert 15_000 <= spun["elapsed"] <= 60_000
    assert bench.answer(STATUS)["state"] == 1
    assert bench.spin(2)["flags"] == 0


def test_a_spin_that_was_bad_before_the_power_went_is_bad_after_it() -> None:
    assert interrupted("power-cut 2 landed", "next same-direction").result(1)["outcome"] == 1


@pytest.mark.parametrize("words", ["power-cut 2 landed unread", "power-cut 2 falling unread"])
def test_a_compartment_that_cannot_be_read_on_waking_is_power_lost(words: str) -> None:
    spun = interrupted(words).result(1)
    assert (spun["outcome"], spun["number"], malfunctions(spun)) == (12, 0xFF, [])


def test_a_power_cut_while_it_reads_on_waking_is_read_on_the_next_waking() -> None:
    bench = interrupted("power-cut 2 landed")
    bench.order("power-cut 1")
    bench.wait(1.5)
    bench.answer(HELLO)
    assert bench.result(1)["number"] == 17
    assert len(bench.spun(1)) == 1


def test_a_result_that_was_found_as_the_power_went_is_kept_and_not_reported_by_itself() -> None:
    bench = interrupted("power-cut 2 done")
    bench.wait(3.0)
    assert bench.spun(1) == []
    found = bench.answer(RESULT, id_of(1))
    assert (found["outcome"], found["number"], authentic(found)) == (0, 17, True)


def test_an_order_to_cut_the_power_now_cuts_it_in_a_spin_too() -> None:
    bench = Bench()
    bench.start(1)
    bench.reach(3)
    bench.order("power-cut 1")
    bench.wait(2.0)
    bench.answer(HELLO)
    assert bench.result(1)["outcome"] == 12


def test_the_first_spin_after_a_start_says_that_the_clock_was_restarted() -> None:
    bench = Bench()
    assert [bench.spin(spin_id)["flags"] for spin_id in (1, 2)] == [2, 0]


def test_the_memory_outlives_the_unit(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    bench = Bench(memory=memory)
    first = bench.spin(1)
    bench.order("fault level")
    boot = bench.answer(HELLO)["boot_id"]
    again = Bench(seed=2, memory=memory)
    status = again.answer(STATUS).fields
    assert (status["last_spin"], status["spins"], status["faults"]) == (1, 1, 0x100)
    assert again.answer(RESULT, id_of(1)).payload == first.payload
    assert again.answer(HELLO)["boot_id"] != boot


def test_a_spin_under_way_outlives_the_process(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    for stage, outcome in ((2, 12), (4, 0)):
        memory.unlink(missing_ok=True)
        bench = Bench(memory=memory)
        bench.order("next 17")
        bench.start(1)
        bench.reach(stage)
        again = Bench(memory=memory)
        again.answer(HELLO)
        assert again.result(1)["outcome"] == outcome


@pytest.mark.parametrize("text", ["no json", "[]", json.dumps({"spinz": 1}), json.dumps({"under_way": {"x": 1}})])
def test_a_file_that_is_no_memory_is_refused(tmp_path: Path, text: str) -> None:
    memory = tmp_path / "memory"
    memory.write_text(text)
    with pytest.raises(BadFile, match="is no memory of an emulated wheel unit"):
        Shelf(memory).load()


def test_a_script_is_spun_in_order_and_then_anew_and_not_begun_again_by_a_restart(tmp_path: Path) -> None:
    file, memory = tmp_path / "spins", tmp_path / "memory"
    file.write_text("# two\n17\nball-out  # a void\n")
    bench = Bench(script=read_script(file), memory=memory)
    assert [bench.spin(spin_id)["number"] for spin_id in (1, 2, 3)] == [17, 0xFF, 17]
    again = Bench(script=read_script(file), memory=memory)
    assert again.spin(4)["outcome"] == 6


@pytest.mark.parametrize("line", ["37", "sideways", "1 2"])
def test_a_script_that_cannot_be_spun_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "spins"
    file.write_text(f"17\n{line}\n")
    with pytest.raises(BadFile, match=f"line 2: {line}: allowed are a number"):
        read_script(file)
    file.write_text("# nothing\n")
    with pytest.raises(BadFile, match="holds no spin"):
        read_script(file)
