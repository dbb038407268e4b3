"""The rules before the edge, loaded into a kernel's own network of this test, and called upon from many addresses."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.cabinet import Remote
from controller.edge.process import IN_ALL
from systemd import firewall
from systemd.choices import Choices

ROOT = Path(__file__).parents[2] / "systemd"
PATTERN = (ROOT / "nftables/boxcars.nft").read_text()
PORT, ANOTHER = 7701, 7799
SETTINGS = {"remote": {"commands": f"tcp://0.0.0.0:{PORT}", "connections_of_an_address": 4}}
CALLERS = Path(__file__).with_name("callers.py")


def called(network: str, *words: object, settings: dict[str, Any] = SETTINGS) -> dict[str, int]:
    """What `callers.py` found behind these rules, in a network that has nothing but a loopback."""
    rules = firewall.rules(PATTERN, network, settings)
    alone = ["unshare", "--user", "--map-root-user", "--net", sys.executable, CALLERS, PORT, ANOTHER, *words]
    done = subprocess.run([str(word) for word in alone], input=rules, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, int] = json.loads(done.stdout)
    return found


needs_nft = pytest.mark.skipif(
    shutil.which("nft", path="/usr/sbin:/usr/bin") is None, reason="needs nft (Debian: nftables)"
)


@needs_nft
def test_an_address_gets_twice_what_the_edge_gives_it_and_then_nothing_whoever_has_left_is_not_counted() -> None:
    found = called("127.0.0.0/25", "many", "127.0.0.5", "127.0.0.6")
    assert found["127.0.0.5"] == found["127.0.0.6"] == 8
    assert found["too_many"] >= 2
    assert found["elsewhere"] == found["too_often"] == 0


@needs_nft
def test_who_is_outside_the_network_reaches_no_port_of_the_edge_and_every_other_one() -> None:
    found = called("127.0.0.0/25", "outside", "127.0.0.200")
    assert found["127.0.0.200"] == 0
    assert found["elsewhere"] >= 1
    assert found["another port"] == 1


@needs_nft
def test_who_comes_and_goes_in_a_loop_is_slowed_down() -> None:
    assert called("127.0.0.0/8", "often", "127.0.0.5")["too_often"] >= 1


@needs_nft
def test_the_rules_are_good_for_a_network_of_either_kind_and_lay_themselves_anew() -> None:
    found = called("fd00::/8", "nothing", settings={})
    assert found == {"elsewhere": 0, "too_many": 0, "too_often": 0}


def test_every_word_of_the_pattern_is_filled_in_and_the_bounds_are_the_edges_own() -> None:
    text = firewall.rules(PATTERN, "192.0.2.0/24", SETTINGS | {"records": {"endpoint": "tcp://0.0.0.0:7703"}})
    assert "@" not in re.sub(r"(add|update) @", "", text)
    assert "tcp dport != { 7701, 7703 } accept" in text
    assert firewall.CONNECTIONS_IN_ALL == IN_ALL
    assert Remote.model_fields["connections_of_an_address"].default == firewall.OF_AN_ADDRESS


def test_rules_lie_where_terminals_come_from_elsewhere_and_are_taken_away_where_they_no_longer_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pattern = tmp_path / "lib/firewall.nft", ROOT / "nftables/boxcars.nft"
    monkeypatch.setattr(firewall, "FIREWALL_RULES", path)
    firewall.lay(pattern, Choices(remote="192.0.2.0/24"), SETTINGS)
    assert "192.0.2.0/24" in path.read_text()
    firewall.lay(pattern, Choices(), SETTINGS)
    assert not path.exists()
    firewall.lay(tmp_path / "an older version", Choices(remote="192.0.2.0/24"), SETTINGS)
    assert not path.exists()
