"""`boxcars service` on a real terminal: a person types, a real cabinet answers, and what is printed adds up."""

import json
import os
import pty
import re
import select
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.vault.journal.files import JOURNAL
from tests.drivers.machines import PATIENCE, boxcars, running
from tests.server.cabinets import CabinetOfProcesses

PIN = "270846"


class Typist:
    """Somebody at a terminal of his own, with `boxcars service` before him."""

    def __init__(self, cabinet: CabinetOfProcesses, *words: str) -> None:
        command = [sys.executable, "-c", "from controller.commands import main; raise SystemExit(main())"]
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execv(command[0], [*command, "service", "--config", str(cabinet.config), *words])
        self.seen = ""

    def reads(self, wanted: str) -> "Typist":
        """Until this stands on the screen."""
        until = time.monotonic() + PATIENCE
        while wanted not in self.seen:
            assert time.monotonic() < until, self.seen
            if select.select([self.terminal], [], [], 0.2)[0] and not self._more():
                assert wanted in self.seen, self.seen
        return self

    def types(self, text: str) -> "Typist":
        os.write(self.terminal, f"{text}\n".encode())
        return self

    def ends(self) -> int:
        """The exit code, when everything has been read."""
        while self._more():
            pass
        os.close(self.terminal)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def _more(self) -> bool:
        try:
            found = os.read(self.terminal, 65536)
        except OSError:  # the other end has been closed
            return False
        self.seen += found.decode(errors="replace")  # a letter may come in two halves
        return bool(found)


@pytest.fixture(scope="module")
def cabinet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CabinetOfProcesses]:
    """A machine without a key panel, whose first supervisor is made on a terminal."""
    cabinet = CabinetOfProcesses(tmp_path_factory.mktemp("service"))
    cabinet.config.write_text(f'{cabinet.config.read_text()}\n[media]\ndirectory = "media"\nmust_be_mounted = false\n')
    (cabinet.place / "media" / "STICK").mkdir(parents=True)
    with cabinet.controller(), running("records", "--config", cabinet.config, log=cabinet.place / "records.log"):
        assert typed(cabinet, "--name", "eve", "credit", "--seat", "1", "--amount", "5").ends() == 1
        first = Typist(cabinet, "first-supervisor").reads("name: ").types("eve")
        first.reads("PIN: ").types(PIN).reads("PIN again: ").types(PIN)
        assert first.ends() == 0, first.seen
        assert "eve is the first supervisor" in first.seen
        yield cabinet


def typed(cabinet: CabinetOfProcesses, *words: str, pin: str = PIN) -> Typist:
    """The words, and the PIN when it is asked for."""
    typist = Typist(cabinet, *words)
    until = time.monotonic() + PATIENCE
    while "PIN: " not in typist.seen and time.monotonic() < until and typist._more():
        pass
    return typist.types(pin) if "PIN: " in typist.seen else typist


def piped(cabinet: CabinetOfProcesses, *words: str, lines: str = PIN) -> dict[str, Any]:
    """What a program gets that gives the PIN on standard input."""
    done = boxcars(
        "service", "--config", cabinet.config, "--name", "eve", "--json", "--yes", *words, given=f"{lines}\n"
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_pin_is_never_shown_and_a_wrong_one_is_refused_in_one_line(cabinet: CabinetOfProcesses) -> None:
    typist = typed(cabinet, "--name", "eve", "seats")
    assert typist.ends() == 0
    assert PIN not in typist.seen
    wrong = typed(cabinet, "--name", "eve", "seats", pin="135799")
    assert wrong.ends() == 1
    assert "boxcars: the name or the PIN is wrong (wrong_pin)" in wrong.seen
    no_pin = typed(cabinet, "--name", "eve", "seats", pin="12")
    assert no_pin.ends() == 2
    assert "a PIN has 4 to 12 digits" in no_pin.seen


def test_credits_are_put_on_with_a_receipt_and_the_shift_report_adds_up(cabinet: CabinetOfProcesses) -> None:
    typist = typed(cabinet, "--name", "eve", "credit", "--seat", "2", "--amount", "12300")
    assert typist.ends() == 0
    assert re.search(r"CREDITS PUT ON +DEMO", typist.seen)
    assert re.search(r"amount +\$123\.00", typist.seen)
    move = re.search(r"movement +(operator/eve/\d+)", typist.seen)
    assert move is not None
    key = json.loads(boxcars("vault", "show", "--journal", cabinet.place / "journal", "--json").stdout)["fingerprint"]
    assert f"key {key}" in typist.seen
    assert piped(cabinet, "credit", "--seat", "2", "--amount", "700")["ok"]
    shift = piped(cabinet, "shift")
    assert shift["owes"] == shift["credits_amount"] == 13_000
    mistake = ("reverse", "--reference", move[1], "--reason", "wrong seat")
    undo = typed(cabinet, "--name", "eve", *mistake).reads("Do it? [y/N]").types("n")
    assert undo.ends() == 1
    assert "nothing was done" in undo.seen
    undo = typed(cabinet, "--name", "eve", *mistake).reads("Do it? [y/N]").types("y")
    assert undo.ends() == 0
    for line in ("CREDIT REVERSED", r"seat +2", r"amount +\$123\.00", "reason +wrong seat", f"movement +{move[1]}"):
        assert re.search(line, undo.seen), undo.seen
    log = typed(cabinet, "--name", "eve", "log", "--kind", "cash")
    assert log.ends() == 0
    assert "$123.00 in by attendant: reversed" in log.seen
    seats = typed(cabinet, "--name", "eve", "seats")
    assert seats.ends() == 0
    assert "on the machine: $7.00" in seats.seen
    assert re.search(r"in:attendant +\$130\.00", boxcars("meters", "--journal", cabinet.place / "journal").stdout)
    ledger = json.loads(boxcars("meters", "--journal", cabinet.place / "journal", "--json").stdout)["ledger"]
    cash = next(amount for account, amount in ledger.items() if "cash" in account)
    assert piped(cabinet, "shift")["owes"] == -cash == 700
    handed = piped(cabinet, "handover")
    assert handed["details"]["owes"] == 700
    assert piped(cabinet, "handover")["code"] == "nothing_to_hand_over"


def test_a_copy_of_the_journal_is_made_on_a_stick(cabinet: CabinetOfProcesses) -> None:
    assert piped(cabinet, "export", "--reference", "../journal")["code"] == "no_medium"
    told = piped(cabinet, "export", "--reference", "STICK")
    assert json.loads(boxcars("verify", cabinet.place / "media/STICK" / told["file"], "--json").stdout)["good"]
    refused = piped(cabinet, "archive", "--reference", "STICK", "--change", "keep_days=90")
    assert refused["code"] == "no_service"
    assert piped(cabinet, "power-off", "--reference", "cleaning")["code"] == "not_held"


def test_a_bundle_for_support_is_put_on_a_stick_and_tells_how_the_machine_stands(cabinet: CabinetOfProcesses) -> None:
    assert piped(cabinet, "support", "--reference", "../journal")["code"] == "no_medium"
    told = piped(cabinet, "support", "--reference", "STICK")
    with zipfile.ZipFile(cabinet.place / "media/STICK" / told["file"]) as packed:
        assert json.loads(packed.read("status.json"))["phase"] == "idle", "the controller was asked, and has no unit"
        assert json.loads(packed.read("journal.json"))["life"] == "demo"


def test_settings_are_shown_with_their_returns_before_a_person_says_yes(cabinet: CabinetOfProcesses) -> None:
    typist = typed(cabinet, "--name", "eve", "settings", "power_odds_chance=1/40", "limits.max=400000")
    typist.reads("Do it? [y/N]")
    assert "limits.max: $5,000.00 → $4,000.00" in typist.seen
    assert re.search(r"any_seven +85.416667 % +84.375000 % \*", typist.seen)
    time.sleep(0.6)  # he thinks; the station says meanwhile that it is there
    assert typist.types("y").ends() == 0
    rows = {row["name"]: row["value"] for row in piped(cabinet, "settings")["settings"]}
    assert (rows["power_odds_chance"], rows["limits.max"]) == ("1/40", 400_000)
    assert "over_the_cap" in str(piped(cabinet, "settings", "power_odds_chance=1/2"))
    history = typed(cabinet, "--name", "eve", "history")
    assert history.ends() == 0
    assert "limits.max: $5,000.00 → $4,000.00; power_odds_chance: 1/20 → 1/40" in history.seen
    assert "changed by eve" in history.seen


def test_a_gaming_day_is_closed_once_with_its_totals(cabinet: CabinetOfProcesses) -> None:
    assert piped(cabinet, "credit", "--seat", "3", "--amount", "4000")["ok"]
    assert piped(cabinet, "close-day")["ok"]
    assert piped(cabinet, "close-day")["code"] == "day_closed"
    (day,) = piped(cabinet, "days")["days"]
    assert day["totals"]["in:attendant"] >= 4000
    shown = typed(cabinet, "--name", "eve", "days")
    assert shown.ends() == 0
    assert "GAMING DAYS" in shown.seen
    assert re.search(r"key ([0-9a-f]{4}-){7}", shown.seen)


def test_panels_and_terminals_are_seen_from_the_console(cabinet: CabinetOfProcesses) -> None:
    assert piped(cabinet, "panels") == {"kind": "panels_seen", "v": 1, "driver": False, "boards": []}
    seen = piped(cabinet, "terminals", "--seat", "2")
    assert [(row["seat"], row["linked"]) for row in seen["terminals"]] == [(2, False), (3, False), (4, False)]
    shown = typed(cabinet, "--name", "eve", "terminals")
    assert shown.ends() == 0
    assert re.search(r"^ +2 no", shown.seen, re.M)


def test_somebody_new_changes_the_pin_that_was_chosen_for_him(cabinet: CabinetOfProcesses) -> None:
    new = Typist(cabinet, "--name", "eve", "add-person", "--name", "tom", "--new-role", "supervisor")
    new.reads("PIN: ").types(PIN).reads("new PIN: ").types("864209").reads("new PIN again: ").types("864209")
    assert new.ends() == 0, new.seen
    tom = typed(cabinet, "--name", "tom", "begin-service", pin="864209")
    assert tom.ends() == 1
    assert "somebody else chose your PIN: change it first (pin_change_first)" in tom.seen
    tom = Typist(cabinet, "--name", "tom", "change-pin")
    tom.reads("PIN: ").types("864209").reads("new PIN: ").types("975310").reads("new PIN again: ").types("975310")
    assert tom.ends() == 0, tom.seen
    assert typed(cabinet, "--name", "tom", "acts", pin="975310").ends() == 0


def test_nobody_but_a_supervisor_comes_in_where_no_key_can_be_read(cabinet: CabinetOfProcesses) -> None:
    assert piped(cabinet, "add-person", "--name", "ann", "--new-role", "attendant", lines=f"{PIN}\n864209")["ok"]
    ann = typed(cabinet, "--name", "ann", "seats", pin="864209")
    assert ann.ends() == 1
    assert "(supervisor_only)" in ann.seen


def test_no_file_but_the_one_for_them_knows_anything_of_a_pin(cabinet: CabinetOfProcesses) -> None:
    pins = cabinet.place / "journal" / "people.pins"
    assert pins.stat().st_mode & 0o777 == 0o600
    hashes = json.loads(pins.read_text())
    assert all(text.startswith("$argon2id$") for text in hashes.values())
    kept = (cabinet.place / "journal" / JOURNAL).read_bytes() + cabinet.log.read_bytes()
    kept += Path(f"{cabinet.place / 'journal' / JOURNAL}-wal").read_bytes()
    assert b"$argon2id$" not in kept
    assert PIN.encode() not in kept


def test_after_the_controller_was_killed_everybody_signs_in_again_with_the_same_pin(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    with cabinet.controller():
        station = cabinet.station()
        assert station.credit(1, 100)["ok"]
        last, stolen = station.last_id, station.session
        cabinet.kill()
    with cabinet.controller():
        station = cabinet.station()
        assert (station.last_id, station.session == stolen) == (last, False)
        station.last_id -= 1
        assert station.credit(1, 100)["ok"]  # its answer had been lost
        seats = station.look("seats", seat=1)["seats"]
        assert seats[0]["credits"] == 100
        stolen_act = {"session": stolen, "operator": "ann", "role": "supervisor"}
        station.say(kind="act", id=station.last_id + 1, act="hold", **stolen_act)
        assert station.hear("answer", id=station.last_id + 1)["code"] == "no_session"
        cabinet.close_callers()
