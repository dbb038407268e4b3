"""Words that somebody said are printed as words: nothing in them steers a screen or makes a line of its own."""

import json
from pathlib import Path

import pytest

from config.text.words import STEERING, json_line, printable, why_not_said
from controller.commands import main
from controller.commands.machine.status import show
from controller.protocol.records.history import Log, LogRow
from controller.protocol.status import Status, TroubleTold
from controller.service import sheets
from controller.table.events import SoftwareChecked
from controller.table.staff.said import act_said
from tests.vault.recorded import opened

EVIL = "ok\x1b[2J\x07\x00\n2026-01-01  all is well\u202e\x9b31m\u2028"
SIGNS = ("\x1b", "\x07", "\x00", "\u202e", "\x9b", "\u2028")
Out = pytest.CaptureFixture[str]


def nothing_steers(text: str) -> None:
    assert not [sign for sign in SIGNS if sign in text]


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """One in which an older Boxcars recorded what people typed."""
    kept = opened(tmp_path / "vault")
    for id, act in enumerate(("hold", "close_out"), 1):
        kept.take(act_said("operator/boris", id, "boris", "supervisor", act, reference=EVIL))
    kept.take(SoftwareChecked("0.1.0", EVIL))
    kept.commit()
    kept.close()
    return str(tmp_path / "vault")


def test_the_event_log_has_a_line_a_line_and_no_more(journal: str, capsys: Out) -> None:
    assert main(["events", "--journal", journal, "--json"]) == 0
    said = capsys.readouterr().out
    nothing_steers(said)
    lines = json.loads(said)["events"]
    assert EVIL in [line["details"] for line in lines]
    assert main(["events", "--journal", journal]) == 0
    printed = capsys.readouterr().out
    nothing_steers(printed)
    assert len(printed.splitlines()) == len(lines)
    assert "\\x1b[2J\\x07\\x00\\n2026-01-01" in printed


def test_recall_too(journal: str, capsys: Out) -> None:
    assert main(["recall", "--journal", journal, "--last", "5"]) == 0
    printed = capsys.readouterr().out
    nothing_steers(printed)
    assert not [line for line in printed.splitlines() if line.startswith("2026-01-01")]


def test_status_too(capsys: Out) -> None:
    trouble = TroubleTold(code="act_refused", text=EVIL, times=1, last="2026-11-18T20:00:00+00:00")
    status = Status(
        version="1", epoch="0" * 16, demo=True, ready=True, up_ms=1, phase="idle", round=1,
        holds={"operator": EVIL}, seats=(), links=(), journal={}, counters={}, latencies={}, troubles=(trouble,),
    )  # fmt: skip
    show(status, {"boxcars-display.service": EVIL})
    printed = capsys.readouterr().out
    nothing_steers(printed)
    assert not [line for line in printed.splitlines() if line.startswith("2026-01-01")]


def test_what_systemd_has_given_up_on_is_said_once(capsys: Out) -> None:
    down = "given up"
    about = {"program": "boxcars-display.service", "words": down}
    trouble = TroubleTold(code="unit_down", text=down, times=1, last="2026-11-18T20:00:00+00:00", about=about)
    status = Status(
        version="1", epoch="0" * 16, demo=True, ready=True, up_ms=1, phase="idle", round=1,
        holds={}, seats=(), links=(), journal={}, counters={}, latencies={}, troubles=(trouble,),
    )  # fmt: skip
    for known in ({}, {"boxcars-display.service": down}):
        show(status, known)
        assert capsys.readouterr().out.count(down) == 1


def test_the_sheets_of_a_console_too(capsys: Out) -> None:
    from controller.service.command import _print

    row = LogRow(id=1, seq=1, at=0, of="operator", seat=0, text="hold by boris", details=EVIL)
    _print(sheets.log_sheet(Log(rows=(row,), more=False, journal="j", life="demo")))
    printed = capsys.readouterr().out
    nothing_steers(printed)
    assert "\\x1b[2J" in printed


@pytest.mark.parametrize("words", ["--by=a\x1bb", "--by=\udcff", f"--by={'x' * 121}"])
def test_who_keeps_a_journal_says_it_in_words(words: str, tmp_path: Path, capsys: Out) -> None:
    with pytest.raises(SystemExit):
        main(["vault", "init", "--demo", "--journal", str(tmp_path / "vault"), words])
    assert "--by: must " in capsys.readouterr().err
    assert not (tmp_path / "vault").exists()


@pytest.mark.parametrize("command", [["recall", "--round"], ["recall", "--before"], ["events", "--before"]])
def test_a_number_that_no_journal_has_is_refused_in_a_line(command: list[str], journal: str, capsys: Out) -> None:
    with pytest.raises(SystemExit):
        main([command[0], "--journal", journal, command[1], str(2**63)])
    error = capsys.readouterr().err
    assert error.startswith(f"boxcars: {command[1]}: must be from 0 to ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", ["a spill", "洒水　三号", "¿qué pasó? №7 “x” 🎲", "naïve – “ok”"])
def test_words_of_any_language_are_taken_and_printed_as_they_are(words: str) -> None:
    assert why_not_said(words) is None
    assert printable(words) == words
    assert json.loads(json_line({"x": words})) == {"x": words}
    assert {"Cc", "Cf"} <= STEERING


def test_json_says_the_same_whatever_is_in_it() -> None:
    text = json_line({EVIL: ["\U000e0001", EVIL]})
    assert json.loads(text) == {EVIL: ["\U000e0001", EVIL]}
    nothing_steers(text)
