"""The command line, at a real socket with a machine in a book behind it."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sas_host.book import BOOK
from tests.sas_host.machines import SocketMachine, by_book
from tools.sas_host.commands import add_arguments, run


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[str]:
    """Where the machine of the book is."""
    path = tmp_path / "line"
    one = SocketMachine(path, by_book(BOOK))
    yield f"unix:{path}"
    one.close()


def host(*words: str) -> int:
    """The program with these words; a machine that is slow because this computer is busy is not what is tried here."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args([words[0], "--patience", "60000", "--first", "60000", "--gap", "60000", *words[1:]]))


def test_a_poll_is_asked_and_shown(machine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert host("ask", "--connect", machine, "11") == 0
    said = capsys.readouterr().out
    assert "coin in: 12345" in said
    assert "sent   01 11" in said
    assert "answer 01 11 00 01 23 45 01 fd" in said


def test_every_byte_can_be_traced(machine: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    assert host("ask", "--connect", machine, "--trace", str(trace), "A0", "0000") == 0
    ways = [line.split(maxsplit=2)[1:] for line in trace.read_text().splitlines()]
    assert ways == [[">", "01 a0 00 00 6c 13"], ["<", "01 a0 00 00 b0 40 01 00 00 00 22 00"]]


def test_a_conformance_run_of_some_stages_says_so_by_its_exit_code(
    machine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert host("conform", "--connect", machine, "--stages", "meters,hand-pays") == 0
    said = capsys.readouterr().out
    assert "WRONG" not in said
    assert "validation system, tickets in on" in said


def test_a_poll_of_some_time_ends_with_its_sums(machine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert host("poll", "--connect", machine, "--seconds", "0.2") == 0
    assert " polls" in capsys.readouterr().out


def test_faults_say_what_was_done_and_found(machine: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert host("faults", "--connect", machine, "--times", "2", "--only", "asks-twice") == 0
    said = capsys.readouterr().out
    assert "machine 1, seed 0: 2 asks-twice" in said
    assert "0 found" in said


def test_a_machine_whose_meters_cannot_be_read_makes_a_poll_end_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lame = SocketMachine(tmp_path / "lame", by_book(BOOK | {METERS: "81"}))
    assert host("poll", "--connect", f"unix:{tmp_path / 'lame'}", "--seconds", "1") == 1
    assert "FOUND machine 1: poll 6F is answered by nack" in capsys.readouterr().out
    lame.close()


METERS = next(poll for poll in BOOK if poll.startswith("01 6f 18"))


def test_a_line_that_is_not_there_is_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert host("ask", "--port", "/nowhere/tty", "11") == 2
    assert "sas-host: /nowhere/tty" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--addresses", "0"), ("--addresses", "128"), ("--stages", "meters,nothing")])
def test_words_that_mean_nothing_are_refused(words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        host("conform", "--connect", "unix:x", *words)
