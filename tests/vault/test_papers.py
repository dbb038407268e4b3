"""The pages on the journal say what the vault does."""

import re
from pathlib import Path

from controller.codes import Code
from controller.games.craps.rules.bets import BETS
from controller.vault.books import event_log
from controller.vault.books.event_log import JOURNAL_ACTS
from controller.vault.faults import FAULTS
from controller.vault.journal import schema
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened

ROOT = Path(__file__).parents[2]
OPERATE = (ROOT / "docs" / "operate.md").read_text()
JOURNAL = (ROOT / "docs" / "journal.md").read_text()
ERRORS = (ROOT / "docs" / "errors.md").read_text()


def section(name: str) -> str:
    """What stands between the markers of a generated table."""
    return ERRORS.partition(f"<!-- begin {name} -->")[2].partition(f"<!-- end {name} -->")[0]


def test_every_code_stands_in_the_manual_with_what_it_means_and_what_to_do() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", section("vault"), re.MULTILINE)
    assert {code: Code(means, do) for code, means, do in rows if code in FAULTS} == FAULTS


def test_every_code_is_used_and_every_code_that_is_used_is_known() -> None:
    others = ("media.py", "commands/journal/wiping.py")
    rooms = [*(ROOT / "controller" / "vault").rglob("*.py"), *(ROOT / "controller" / name for name in others)]
    source = "".join(path.read_text() for path in rooms if path.name != "faults.py")
    assert set(re.findall(r'(?:VaultFault|VaultLost)\(\s*"(\w+)"', source)) <= FAULTS.keys()
    assert [code for code in FAULTS if f'"{code}"' not in source] == []


def test_every_kind_of_line_in_the_event_log_is_explained() -> None:
    for kind, means in event_log.KINDS.items():
        assert f"| `{kind}` | {means} |" in OPERATE


def test_every_meter_that_is_counted_is_explained(tmp_path: Path) -> None:
    kept = opened(tmp_path / "vault")
    play(kept, Evening(seed=4, restless=0.1), 1500)
    explained = set(re.findall(r"`(\w+)(?::\w+)?`", OPERATE))
    assert {name.partition(":")[0] for name in kept.vault.clerk.meters.lifetime[0]} <= explained
    bets = {name.partition(":")[2] for name in kept.vault.clerk.meters.lifetime[0] if name.startswith("wagered:")}
    assert bets <= BETS.keys()
    kept.vault.close()


def test_the_page_on_the_file_names_every_table_kind_and_room() -> None:
    tables = re.findall(r"create table (\w+)", schema.TABLES)
    assert all(f"`{table}`" in JOURNAL for table in tables)
    assert all(f"| `{kind}` |" in JOURNAL for kind in (*JOURNAL_ACTS, "step", "snapshot"))
    rooms = {path.name for path in (ROOT / "controller" / "vault").rglob("*.py")} - {"__init__.py"}
    assert rooms <= set(re.findall(r"`(\w+\.py)`", JOURNAL))
