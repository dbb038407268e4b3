"""The technician's tools of the printer, as a technician calls them, at a scripted printer on a pty."""

import json
import os
import pty
import select
import struct
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.commands import main
from tests.drivers.printer.driver.scripted import FAULT, MEMORY_FAULT, PRINT, TEXT, ScriptedPrinter

SETTINGS = """[[tickets]]
seat = 1
port = "{port}"
serial = {serial}
[ticket_texts]
house = "The House"
place = "Macau 澳門"
asset = "B-0042"
sign = "$"
one = "dollar"
many = "dollars"
"""


class AtAPty:
    """A printer behind a port, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.printer = ScriptedPrinter()
        self.settings = folder / "tickets.toml"
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self.write_settings()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live)

    def write_settings(self, serial: int = 3001) -> None:
        self.settings.write_text(SETTINGS.format(port=self.port, serial=serial), encoding="utf-8")

    @contextmanager
    def living(self) -> Iterator["AtAPty"]:
        self._thread.start()
        try:
            yield self
        finally:
            self._over.set()
            self._thread.join()
            os.close(self._master)
            os.close(self._slave)

    def _live(self) -> None:
        while not self._over.is_set():
            readable, _, _ = select.select([self._master], [], [], 0.01)
            now = time.monotonic()
            if readable:
                self.printer.hear(os.read(self._master, 4096), now)
            if output := self.printer.tick(now):
                os.write(self._master, output)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[AtAPty]:
    with AtAPty(tmp_path).living() as bench:
        yield bench


def test_status_hello_and_self_test_answer_for_people_and_for_programs(
    bench: AtAPty, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.printer.paper, bench.printer.last_job = 1, 41
    assert main(["tickets", "status", "--port", bench.port]) == 0
    assert capsys.readouterr().out == (
        "ready, paper low, no ticket at the bezel, faults: none, last job 41, 0 printed, "
        "0 link errors seen by the unit\n"
    )
    assert main(["tickets", "hello", "--port", bench.port, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == "TICKET-P"
    assert main(["tickets", "self-test", "--port", bench.port]) == 0
    assert TEXT not in bench.printer.requests()


def test_a_test_ticket_is_printed_after_the_texts_and_is_worth_nothing(
    bench: AtAPty, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.printer.last_job = 41
    assert main(["tickets", "print-test", "--config", str(bench.settings), "--language", "zh"]) == 0
    assert capsys.readouterr().out == "job 42: printed whole, ticket at the bezel\n"
    assert bench.printer.sheets == [42]
    assert bench.printer.texts[1].decode() == "Macau 澳門"
    (job,) = bench.printer.prints()
    template, amount, _, language, number = struct.unpack(">8xBQB2s9s13x", job)
    assert (template, amount, language, number) == (2, 0, b"zh", bytes(9))
    assert job[-1] == 1, "the flag of the demo"


ENDS = [
    ({"outcome": 1}, 3, "job 1: in part: unknown; it is not printed again"),
    ({"outcome": 2}, 3, "job 1: not at all: not printed; it is not printed again"),
    ({"outcome": 9}, 5, "job 1: outcome 9 does not exist"),
    ({"verdicts": {PRINT: 2}}, 3, "job 1 was refused: no paper; nothing was printed"),
    ({"verdicts": {TEXT: 5}}, 3, "job 1 was not sent: the printer did not take the texts of a ticket"),
    ({"faults": MEMORY_FAULT}, 3, "job 1 was not sent: the printer tells of a fault of its memory"),
    ({"last_job": 2**64 - 1}, 3, "the unit's last job id is the largest there is"),
    ({"serial": 3002}, 4, "wrong ticket printer: found model TICKET-P, serial 3002"),
]
"""How the printer is, the exit code of a test ticket, and what is said of it."""


def test_the_exit_code_of_a_test_ticket_says_what_became_of_it(
    bench: AtAPty, capsys: pytest.CaptureFixture[str]
) -> None:
    for how, code, words in ENDS:
        bench.printer = ScriptedPrinter(**how)  # type: ignore[arg-type]
        assert main(["tickets", "print-test", "--config", str(bench.settings)]) == code, words
        assert words in capsys.readouterr().err


def test_a_job_number_that_was_had_is_not_printed(bench: AtAPty, capsys: pytest.CaptureFixture[str]) -> None:
    bench.printer.last_job = 7
    words = ["tickets", "print-test", "--config", str(bench.settings), "--json", "--job-id"]
    assert main([*words, "7"]) == 3
    assert json.loads(capsys.readouterr().out) == {"job_id": 7, "why": "job_number"}
    assert bench.printer.sheets == []
    assert main([*words, "0"]) == 2
    assert "--job-id 0: allowed is 1 to" in capsys.readouterr().err


def test_watch_shows_what_passes_in_the_words_of_the_document(
    bench: AtAPty, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.printer.report(FAULT, struct.pack(">H", 3))
    assert main(["tickets", "watch", "--port", bench.port, "--frames", "7"]) == 0
    shown = capsys.readouterr().out
    assert "→ HELLO" in shown
    assert "model=TICKET-P serial=3001" in shown
    assert "faults=head_open+jam" in shown
    assert main(["tickets", "watch", "--port", bench.port, "--seconds", "60", "--frames", "7", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert any(row["frame"] == "STATUS_REPLY" and "last_job" in row for row in rows)


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "tickets: no table [[tickets]] is there"),
        (SETTINGS.format(port="usb:1:2", serial=1), "tickets.port: usb:1:2: a USB port is usb:VENDOR"),
        (SETTINGS.format(port="/dev/x", serial=1).replace("The House", "漢" * 17), "ticket_texts.house"),
        (SETTINGS.format(port="/dev/x", serial=1).replace("The House", "The\\nHouse"), "ticket_texts.house"),
        (SETTINGS.format(port="/dev/x", serial=1).replace("serial = 1\n", ""), "tickets[0].serial"),
        (SETTINGS.format(port="/dev/x", serial=1).replace('sign = "$"\n', ""), "ticket_texts.sign"),
    ],
)
def test_settings_that_cannot_be_used_name_file_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    file = tmp_path / "tickets.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["tickets", "print-test", "--config", str(file)]) == 2
    assert f"{file}: {complaint}" in capsys.readouterr().err
