"""The technician's tools, as a technician calls them."""

import json
import os
import pty
import re
import subprocess
import time
import tty
from pathlib import Path

import pytest

from tests.drivers.emulated import Emulated
from tests.drivers.machines import answer_of, boxcars, end, eventually, running

HELLO_SEQ_7 = bytes.fromhex("06 01 01 07 b8 7a 00")
SHAKE_SEQ_8 = bytes.fromhex("04 01 03 08 01 01 01 01 01 10 04 12 09 c4 b4 a1 b2 c3 d4 e5 f6 07 18 7d 10 00")
ROLLED_SEQ_33 = bytes.fromhex(
    "04 01 91 21 01 01 01 01 01 03 04 12 06 03 04 01 0a ab 0b 9d 9f ac 13 86 69 b6 62 a3 a7 00"
)


def roll(unit: Emulated, *words: object) -> "subprocess.CompletedProcess[str]":
    return boxcars("dice", "roll", "--port", unit.port, "--key-file", unit.key_file, "--json", *words)


def test_a_roll_prints_what_the_issue_promises_and_exits_with_nothing_wrong(unit: Emulated) -> None:
    call = roll(unit)
    answer = answer_of(call)
    assert call.returncode == 0
    assert list(answer) == ["roll_id", "outcome", "dice", "attempts", "elapsed_ms", "authentic"]
    assert (answer["roll_id"], answer["outcome"], answer["attempts"], answer["authentic"]) == (1, "ok", 1, True)
    assert all(face in range(1, 7) for face in answer["dice"])


def test_without_a_roll_id_the_next_one_is_taken_and_with_one_that_one(unit: Emulated) -> None:
    assert [answer_of(roll(unit, *words))["roll_id"] for words in ((), ("--roll-id", 41), ())] == [1, 41, 42]


@pytest.mark.parametrize(
    "orders, code, outcome, authentic",
    [
        (["next leaning"], 3, "leaning", True),
        (["power-cut 0.3 mid-shake"], 3, "power_lost", True),
        (["lid open"], 3, "refused", False),
        (["fault sensor-dead"], 3, "refused", False),
        (["forge 1"], 5, "ok", False),
        (["forge 1", "next stacked"], 5, "stacked", False),
        (["impossible 0 0 7"], 5, "impossible", False),
        (["impossible 11 0 0"], 5, "impossible", False),
        (["lose 3"], 0, "ok", True),
        (["unasked"], 0, "ok", True),
    ],
)
def test_the_exit_code_of_a_roll_says_what_became_of_it(
    unit: Emulated, orders: list[str], code: int, outcome: str, authentic: bool
) -> None:
    for words in orders:
        unit.order(words)
    call = roll(unit)
    answer = answer_of(call)
    assert (call.returncode, answer["outcome"], answer["authentic"]) == (code, outcome, authentic)
    assert code == 0 or call.stderr.startswith("boxcars: ")


@pytest.mark.parametrize("words", [(), ("--roll-id", 97)])
def test_an_earlier_commands_report_is_called_that_and_not_unasked(unit: Emulated, words: tuple[object, ...]) -> None:
    roll(unit)
    unit.order("repeat-old")  # as it would be if the command had died before it acknowledged
    call = roll(unit, *words)
    assert (call.returncode, answer_of(call)["outcome"]) == (0, "ok")
    assert "not asked for" not in call.stderr
    assert "roll 1: an earlier roll's report" in call.stderr


@pytest.mark.parametrize("act", ["status", "self-test"])
def test_a_roll_that_nobody_asked_for_is_shown_by_every_tool_that_stays_long_enough(unit: Emulated, act: str) -> None:
    unit.order("unasked")
    call = boxcars("dice", act, "--port", unit.port)
    assert call.returncode == 0
    assert "was not asked for; it is no result" in call.stderr


def test_a_roll_that_cannot_be_verified_is_not_believed(unit: Emulated, tmp_path: Path) -> None:
    other = tmp_path / "other"
    boxcars("keys", "dice", other)
    unverifiable = boxcars("dice", "roll", "--port", unit.port, "--json")
    assert (unverifiable.returncode, answer_of(unverifiable)["authentic"]) == (5, False)
    assert "name the unit's key" in unverifiable.stderr
    assert boxcars("dice", "roll", "--port", unit.port, "--key-file", other).returncode == 5
    assert roll(unit, "--roll-id", 1).returncode == 5  # done already, with a nonce that nobody here knows


def test_a_stale_roll_id_is_refused_by_that_name(unit: Emulated) -> None:
    roll(unit, "--roll-id", 50)
    call = roll(unit, "--roll-id", 20)
    assert (call.returncode, answer_of(call)["verdict"]) == (3, "stale_roll_id")


def test_a_unit_that_is_not_there_or_does_not_answer_is_lost(unit: Emulated) -> None:
    nowhere = boxcars("dice", "hello", "--port", "/dev/no-such-port")
    assert nowhere.returncode == 4
    assert "/dev/no-such-port" in nowhere.stderr
    unit.order("freeze 60")
    frozen = roll(unit)
    assert frozen.returncode == 4
    assert "no reply to HELLO" in answer_of(frozen)["error"]


def test_a_wrong_unit_is_refused_with_both_identities(unit: Emulated) -> None:
    call = roll(unit, "--serial", 4711)
    assert call.returncode == 4
    assert "serial 1001" in call.stderr
    assert "serial 4711" in call.stderr
    unit.order("version 9")
    assert "protocol version 9" in roll(unit).stderr


def test_a_key_that_others_can_read_stops_the_tool(unit: Emulated) -> None:
    unit.key_file.chmod(0o644)
    call = roll(unit)
    assert call.returncode == 2
    assert "chmod 600" in call.stderr


@pytest.mark.parametrize(
    "words", [["--roll-id", "0"], ["--roll-id", str(2**64)], ["--duration", "999"], ["--strength", "0"]]
)
def test_what_no_roll_can_be_is_refused_before_the_unit_is_asked(bench: Emulated, words: list[str]) -> None:
    call = roll(bench, *words)
    assert call.returncode == 2
    assert f"{words[0]} {words[1]}: allowed is" in call.stderr


def test_hello_status_and_self_test_answer_for_people_and_for_programs(unit: Emulated) -> None:
    for act, words, keys in (
        ("hello", "model BOXDICE1, serial 1001", {"model", "serial", "firmware", "boot_id"}),
        (
            "status",
            "ready, lid closed, faults: none",
            {"state", "faults", "lid_open", "last_roll", "temperature", "shakes", "link_errors"},
        ),
        ("self-test", "nothing wrong", {"good", "failures"}),
    ):
        people = boxcars("dice", act, "--port", unit.port)
        assert people.returncode == 0
        assert words in people.stdout
        assert set(answer_of(boxcars("dice", act, "--port", unit.port, "--json"))) == keys


def test_a_self_test_that_finds_something_or_is_refused_says_so(unit: Emulated) -> None:
    unit.order("ail 2")
    failed = boxcars("dice", "self-test", "--port", unit.port, "--json")
    assert (failed.returncode, answer_of(failed)["failures"]) == (3, ["sensor"])
    unit.order("lid open")
    refused = boxcars("dice", "self-test", "--port", unit.port)
    assert refused.returncode == 3
    assert "lid_open" in refused.stderr


def test_the_monitor_decodes_live_traffic_a_line_a_frame(unit: Emulated) -> None:
    unit.order("lid open")
    call = boxcars("dice", "monitor", "--port", unit.port, "--frames", 9)
    lines = call.stdout.splitlines()
    assert call.returncode == 0
    assert len(lines) == 9
    assert re.match(r"\d\d:\d\d:\d\d\.\d{3} → HELLO", lines[0])
    assert any("← HELLO_REPLY" in line and "model=BOXDICE1 serial=1001" in line for line in lines)
    assert any("← LID" in line and "open=1" in line for line in lines)
    assert any("→ ACK" in line and "of=LID" in line for line in lines)


def test_the_monitor_shows_noise_as_what_it_is(unit: Emulated) -> None:
    unit.order("babble 30")
    call = boxcars("dice", "monitor", "--port", unit.port, "--frames", 40, "--json")
    shown = [json.loads(line) for line in call.stdout.splitlines()]
    assert any("dropped" in item and "raw" in item for item in shown)


def test_a_monitor_with_the_key_judges_the_results_whose_shake_it_saw(bench: Emulated) -> None:
    """The examples of the interface document, played on a pty as a tap would hear them."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    log = bench.folder / "monitor.log"
    log.touch()
    words = ("--listen", "--port", os.ttyname(slave), "--key-file", bench.key_file, "--json")

    def shown() -> list[dict[str, object]]:
        return [json.loads(line) for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def hears_hello() -> bool:
        os.write(master, HELLO_SEQ_7)
        return bool(shown())

    with running("dice", "monitor", *words, log=log):
        eventually(hears_hello, "the monitor listening")
        os.write(master, SHAKE_SEQ_8 + ROLLED_SEQ_33)
        shake, rolled = eventually(
            lambda: found if len(found := [item for item in shown() if "roll_id" in item]) == 2 else [], "both frames"
        )
    assert (shake["frame"], shake["nonce"]) == ("SHAKE", "a1b2c3d4e5f60718")
    assert (rolled["frame"], rolled["die_a"], rolled["die_b"], rolled["authentic"]) == ("ROLLED", 3, 4, True)
    os.close(master)
    os.close(slave)


def test_a_monitor_that_listens_says_nothing_on_the_line(unit: Emulated) -> None:
    call = boxcars("dice", "monitor", "--port", unit.port, "--listen", "--seconds", 0.5)
    assert (call.returncode, call.stdout) == (0, "")
    assert answer_of(boxcars("dice", "status", "--port", unit.port, "--json"))["link_errors"] == 0


def test_a_roll_through_a_loss_is_the_same_roll(bench: Emulated) -> None:
    with bench.start("--seed", 3):
        began = time.monotonic()
        words = ("dice", "roll", "--port", bench.port, "--key-file", bench.key_file, "--duration", 3000)
        with running(*words, log=bench.folder / "tool.log") as tool:
            eventually(lambda: bench.order("show")["state"] == 2, "the shake")
            bench.order("unplug 0.5")
            assert tool.wait(60) == 0
        assert bench.order("show")["shakes"] == 1
        assert time.monotonic() - began >= 3


def test_the_memory_of_the_emulated_unit_outlives_its_death(bench: Emulated) -> None:
    state = bench.folder / "memory"
    with bench.start("--fast", "--state", state) as process:
        first = answer_of(roll(bench))
        boot = answer_of(boxcars("dice", "hello", "--port", bench.port, "--json"))["boot_id"]
        process.kill()
        process.wait()
        bench.port.unlink()
    with bench.start("--fast", "--state", state):
        again = answer_of(boxcars("dice", "status", "--port", bench.port, "--json"))
        assert again["last_roll"] == first["roll_id"]
        assert answer_of(boxcars("dice", "hello", "--port", bench.port, "--json"))["boot_id"] != boot
        assert bench.order("show")["rolls"]["1"] == [0, *first["dice"]]


def test_scripted_dice_are_thrown_in_order_and_then_anew(bench: Emulated) -> None:
    script = bench.folder / "dice"
    script.write_text("# the first two\n3 4\nleaning  # a No Roll\n")
    with bench.start("--fast", "--dice", script):
        seen = [(answer["outcome"], answer["dice"]) for answer in (answer_of(roll(bench)) for _ in range(3))]
    assert seen == [("ok", [3, 4]), ("leaning", None), ("ok", [3, 4])]


@pytest.mark.parametrize("line", ["3 7", "3", "sideways", "1 2 3"])
def test_a_script_that_cannot_be_thrown_is_refused_with_its_line(bench: Emulated, line: str) -> None:
    script = bench.folder / "dice"
    script.write_text(f"1 1\n{line}\n")
    call = boxcars("dice", "emulate", "--link", bench.port, "--key-file", bench.key_file, "--dice", script)
    assert call.returncode == 2
    assert f"{script}: line 2: {line}: allowed are two faces" in call.stderr


def test_an_emulator_leaves_nothing_behind_and_takes_no_place_that_is_taken(bench: Emulated) -> None:
    with bench.start("--fast") as process:
        second = boxcars("dice", "emulate", "--link", bench.port, "--key-file", bench.key_file)
        assert second.returncode == 2
        assert "another emulator" in second.stderr
        assert end(process) == 0
    assert not bench.port.is_symlink()
    bench.port.write_text("somebody's file")
    third = boxcars("dice", "emulate", "--link", bench.port, "--key-file", bench.key_file)
    assert third.returncode == 2
    assert "is no link" in third.stderr


def test_orders_that_cannot_be_followed_say_what_is_allowed(unit: Emulated) -> None:
    for words, complaint in (
        (["lid", "ajar"], "lid: ajar: allowed are open, close; usage: lid open | close"),
        (["dance"], "dance: allowed are next"),
        (["flip", "2"], "flip: 2: allowed is a number from 0 to 1"),
        (["next", "sideways"], "sideways: allowed are two faces"),
    ):
        call = boxcars("dice", "control", "--link", unit.port, *words)
        assert call.returncode == 2
        assert complaint in call.stderr
    nobody = boxcars("dice", "control", "--link", "/nowhere", "show")
    assert nobody.returncode == 2
    assert "no emulator answers here" in nobody.stderr
