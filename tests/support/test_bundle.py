"""A bundle tells how the machine is; planted secrets, PINs and amounts are in none of its parts, and it is bounded."""

import json
import zipfile
from pathlib import Path

import pytest

from controller.media import OURS, Shelf
from controller.protocol.status import LinkStatus, TroubleTold
from controller.support import bundle as bundling
from controller.support.bundle import LARGEST, PARTS, ToBundle, bundle, status_told
from controller.support.scrubbing import fields, words
from tests.records.week import make_week
from tests.server.test_metrics_doc import STATUS

KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
Z85 = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
AMOUNT, PIN, TICKET = "1234567", "4711", "00-1234-5678-9012-3456"
PLANTED = (KEY, Z85, AMOUNT, "1,234,567", "12345.67", PIN, TICKET, "Gonzalez")
LOGGED = [
    json.dumps({"event": "controller started", "level": "info", "timestamp": "2026-11-18T20:30:15Z", "pin": PIN}),
    json.dumps({"event": f"key {KEY} refused", "level": "warning", "why": f"PIN {PIN}", "player": "Gonzalez"}),
    json.dumps({"event": "paid", "amount": int(AMOUNT), "credits": AMOUNT, "text": "1,234,567 on seat 3, 12345.67"}),
    f"Traceback: secret = '{Z85}', ticket {TICKET}",
    json.dumps([AMOUNT]),
]


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("week") / "journal"
    make_week(place, days=1, events=80)
    return place


@pytest.fixture
def wish(week: Path, tmp_path: Path) -> ToBundle:
    (tmp_path / "media/stick").mkdir(parents=True)
    log = tmp_path / "log"
    log.write_text("\n".join(LOGGED) + "\n")
    shelf = Shelf(tmp_path / "media", must_be_mounted=False)
    return ToBundle(week, tmp_path, shelf, "stick", trend={"samples": []}, system_log=("cat", str(log)))


def parts(wish: ToBundle) -> dict[str, str]:
    """What the file on the stick holds."""
    (file,) = (wish.shelf.directory / "stick").iterdir()  # type: ignore[union-attr]
    assert OURS.fullmatch(file.name)
    with zipfile.ZipFile(file) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def test_it_tells_versions_how_the_machine_stands_and_what_happened_to_it(
    wish: ToBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundling, "STATUS_PATIENCE_MS", 1)
    told = []
    made = bundle(wish, lambda done, of: told.append((done, of)))
    found = parts(wish)
    assert made["parts"] == list(found) == list(PARTS)
    assert told[-1] == (len(PARTS) - 1, len(PARTS))
    assert "boxcars" in json.loads(found["about.json"])["packages"]
    assert json.loads(found["journal.json"])["entries"] > 50
    kinds = {json.loads(line)["kind"] for line in found["events.jsonl"].splitlines()}
    assert {"hold", "dice_unit", "journal"} <= kinds
    assert not kinds & {"cash", "paper", "drop", "shift", "operator", "person", "settings", "entry"}
    assert json.loads(found["log.jsonl"].splitlines()[0]) == {
        "event": "controller started",
        "level": "info",
        "timestamp": "2026-11-18T20:30:15Z",
    }


def test_no_planted_secret_and_no_amount_is_in_it(wish: ToBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundling, "STATUS_PATIENCE_MS", 1)
    bundle(wish, lambda _done, _of: None)
    for name, text in parts(wish).items():
        for secret in PLANTED:
            assert secret not in text, f"{secret} stands in {name}"


def test_of_a_status_no_sentence_keeps_its_figures() -> None:
    status = STATUS.model_copy(
        update={
            "holds": {"books": f"the ledger says {AMOUNT}, the game 12345.67"},
            "troubles": (TroubleTold(code="bills_fault", text=f"seat 1: {TICKET} {KEY}", times=3, last="2026-11-18"),),
            "links": (LinkStatus(role="bills", name=KEY, up=True, silent_ms=1, details={"taken": int(AMOUNT)}),),
            "journal": {"fingerprint": KEY},
        }
    )
    told = status_told(status)
    assert not [secret for secret in PLANTED if secret in json.dumps(told)]
    assert told["holds"] == {"books": "the ledger says #, the game #"}
    assert told["troubles"][0] == {"code": "bills_fault", "text": "seat #: […] […]", "times": 3, "last": "2026-11-18"}
    assert told["links"] == [{"role": "bills", "up": True, "silent_ms": 1}]


def test_a_field_that_nobody_named_is_not_told() -> None:
    assert fields({"event": "hello", "balance": 500, "text": ["a", 5]}) == {"event": "hello", "text": ["a", "#"]}
    assert words("no figures here") == "no figures here"


def test_it_is_bounded_whatever_the_logs_hold(wish: ToBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundling, "STATUS_PATIENCE_MS", 1)
    monkeypatch.setattr(bundling, "LARGEST", LARGEST >> 6)
    (tmp_path / "log").write_text("a line of the log\n" * 50_000)
    bundle(wish, lambda _done, _of: None)
    assert sum(map(len, parts(wish).values())) <= LARGEST >> 6


def test_without_a_system_log_it_says_so(wish: ToBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundling, "STATUS_PATIENCE_MS", 1)
    bundle(wish._replace(system_log=("no-such-program",)), lambda _done, _of: None)
    assert parts(wish)["log.jsonl"].startswith("no system log")
