"""What a technician asks about the casino's line."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
import zmq

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from controller.commands import main
from controller.protocol.message import Message, encode
from controller.protocol.records.history import Log, LogRow
from controller.protocol.status import LinkStatus, Status
from drivers.sas.codec import ByteHeard, Said
from drivers.sas.trace import BEFORE, Trace, explained

ROOT = Path(__file__).parents[3]
LINE: dict[str, int | float | str | bool] = {"loop": True, "last_poll": "0111"}
LINKS = (
    LinkStatus(
        role="sas",
        name="address 1",
        up=True,
        silent_ms=0,
        details={"seat": 3, "waiting": 2, "disabled": False, "exceptions": "51 11", **LINE},
    ),
    LinkStatus(
        role="sas",
        name="address 2",
        up=False,
        silent_ms=0,
        details={"seat": 4, "waiting": 0, "disabled": True, "exceptions": "", **LINE},
    ),
)

STATUS = Status(
    version="0",
    epoch="0" * 16,
    demo=False,
    ready=True,
    up_ms=0,
    phase="idle",
    round=1,
    holds={},
    seats=(),
    links=LINKS,
    journal={},
    counters={},
    latencies={},
    troubles=(),
)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    text = (ROOT / "config" / "cabinet.toml").read_text().replace('run = "/run/boxcars"', 'run = "run"')
    (tmp_path / "cabinet.toml").write_text(text)
    (tmp_path / "run" / "records").mkdir(parents=True)
    return tmp_path / "cabinet.toml"


class Answers(threading.Thread):
    """A controller that is asked once how it is, or a records process that is asked once for the log."""

    def __init__(
        self, folder: Path, context: zmq.Context[zmq.Socket[bytes]], role: str = "records", answer: Message = STATUS
    ) -> None:
        super().__init__()
        self._socket, self._answer = context.socket(zmq.ROUTER), answer
        (folder / role).mkdir(parents=True, exist_ok=True)
        self._socket.bind(f"ipc://{folder}/{role}/commands")

    def run(self) -> None:
        peer, asked = self._socket.recv_multipart()
        self.asked = json.loads(asked)
        self._socket.send_multipart([peer, encode(self._answer)])
        self._socket.close(linger=1000)


def line_of_the_log(number: int, address: int, text: str, **fact: Any) -> LogRow:
    return LogRow(
        id=number,
        seq=number,
        at=1000 * number,
        of="host",
        seat=3,
        text=text,
        details="",
        fact={"address": address, **fact},
    )


LOG = Log(
    rows=(
        line_of_the_log(9, 1, "seat 3: a transfer of 900 onto the seat was not done, the host is told 84", status=0x84),
        line_of_the_log(8, 2, "seat 4: a hand-pay of 100 was paid, the host is told"),
        *(line_of_the_log(number, 1, f"seat 3: number {number}") for number in range(7, 0, -1)),
    ),
    more=False,
    journal="0" * 16,
    life="live",
)


@pytest.mark.parametrize("act", ["status", "exceptions"])
@pytest.mark.parametrize("words", [(), ("--json",)], ids=["words", "json"])
def test_each_address_is_shown_with_what_waits(
    config: Path, act: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with zmq.Context() as context:
        run = config.parent / "run"
        answers = [Answers(run, context), *([Answers(run, context, "answers/console", LOG)] if act == "status" else [])]
        for one in answers:
            one.start()
        assert main(["sas", act, "--config", str(config), *words]) == 0
        for one in answers:
            one.join()
    said = capsys.readouterr().out
    if act == "exceptions":
        shown = json.loads(said) if words else [line.split()[2:] for line in said.splitlines()]
        assert shown == ({"1": ["51", "11"], "2": []} if words else [["51", "11"], ["none"]])
    elif words:
        assert [(one["address"], one["waiting"]) for one in json.loads(said)] == [(1, 2), (2, 0)]
        assert [[row["at"] for row in one["last"]] for one in json.loads(said)] == [
            [9_000, 7_000, 6_000, 5_000, 4_000, 3_000],
            [8_000],
        ]
        assert json.loads(said)[0]["last"][0]["status"] == 0x84
    else:
        first, *of_first, second, of_second = said.splitlines()
        assert answers[1].asked["of"] == "host"
        assert len(of_first) == 6
        assert of_first[0].split() == ["1970-01-01", "00:00:09", *LOG.rows[0].text.split()]
        assert of_second.endswith("seat 4: a hand-pay of 100 was paid, the host is told")
        assert "seat 3" in first
        assert "polled, last poll 0111, 2 exceptions wait" in first
        assert "not polled" in second
        assert "play is turned off" in second


def test_without_the_records_process_the_addresses_are_shown_and_it_is_said(
    config: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drivers.sas.tools.PATIENCE_MS", 500)
    with zmq.Context() as context:
        answers = Answers(config.parent / "run", context)
        answers.start()
        assert main(["sas", "status", "--config", str(config)]) == 0
        answers.join()
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert "no records process answers" in said.err


def test_a_trace_that_cannot_be_written_is_no_reason_for_the_line_to_end(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "not there" / "trace", 10_000)
    trace.heard([ByteHeard(0x80, True)], 0)
    assert "No such file" in trace.trouble
    (tmp_path / "not there").mkdir()
    trace.said(Said(b"\x11"), 0.002)
    assert not (tmp_path / "not there" / "trace").exists(), "what is left out in the middle would be no trace"


def test_a_trace_tells_each_poll_and_answer_with_what_it_is(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "trace", 10_000)
    trace.heard([ByteHeard(0x80, True), ByteHeard(0x81, True)], 0)
    trace.said(Said(b"\x11"), 0.002)
    trace.heard([ByteHeard(0x01, True), ByteHeard(0x11, False)], 0.04)
    trace.said(Said(b"\x01\x11\x00\x12\x34\x05\x6d\x0d"), 0.042)
    trace.said(Said(b"\x01", mark=True), 6)
    lines = [line.split(maxsplit=2) for line in explained((tmp_path / "trace").read_text().splitlines())]
    assert [line[0] for line in lines[:2]] == ["1970-01-01T00:00:00.000", "1970-01-01T00:00:00.002"]
    assert lines[0][1:] == ["<", f"{'80* 81*':<38} address 1: anything to tell?"]
    assert [line[2].split("  ")[-1].strip() for line in lines[2:4]] == ["address 1: coin in", "address 1: coin in"]
    assert lines[4][2].startswith("01* ")
    assert list(explained(["something else"])) == ["something else"]


def test_a_trace_that_is_full_begins_anew_and_the_one_before_stays(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "trace", 100)
    for _ in range(20):
        trace.said(Said(b"\x00"), 0)
    assert (tmp_path / "trace").stat().st_size <= 150
    assert Path(f"{tmp_path / 'trace'}{BEFORE}").exists()


def test_the_end_of_a_trace_is_shown_and_without_one_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "drivers.toml"
    settings.write_text(f'[sas]\nline = "/dev/ttyS1"\ntrace = "{tmp_path / "trace"}"\n')
    Trace(tmp_path / "trace", 10_000).heard([ByteHeard(0x01, True), ByteHeard(0x1B, False)], 0)
    assert main(["sas", "trace", "--config", str(settings)]) == 0
    assert "address 1: hand-pay" in capsys.readouterr().out
    settings.write_text('[sas]\nline = "/dev/ttyS1"\n')
    assert main(["sas", "trace", "--config", str(settings)]) == 2
    assert "no trace is kept" in capsys.readouterr().err


@pytest.mark.parametrize(
    "tables, says",
    [
        ("[[sas]]\naddress = 1\n[[sas]]\naddress = 1\nseat = 2", "an address twice"),
        ("[[sas]]\naddress = 1\nseat = 2\n[[sas]]\naddress = 2\nseat = 2", "a seat twice"),
        ("[[sas]]\naddress = 1\n[[sas]]\naddress = 2\nseat = 2", "not both"),
        ("[[sas]]\naddress = 1\nseat = 99", "seat 99"),
        ("[[sas]]\naddress = 128", "127"),
    ],
)
def test_addresses_that_do_not_fit_together_are_named(config: Path, tables: str, says: str) -> None:
    config.write_text(config.read_text() + "\n" + tables + "\n")
    with pytest.raises(BadFile, match=says):
        read_cabinet(config)
