"""What the kernel drops before it reaches the edge: rules in one file, where terminals come from elsewhere."""

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from systemd.choices import Choices
from systemd.places import FIREWALL_RULES

CONNECTIONS_IN_ALL = 4096
OF_AN_ADDRESS = 64
"""What the edge takes where the settings say nothing else (`controller/edge/process.py`, `config/cabinet.py`)."""
HEADROOM = 2
"""The edge counts to the letter, four times a second; in between no more than so many times that can be there."""


def lay(pattern: Path, choices: Choices, settings: Mapping[str, Any]) -> None:
    """None where nobody comes from elsewhere, or where the version in force has no such rules."""
    if not (choices.is_cabinet and choices.remote and pattern.exists()):
        FIREWALL_RULES.unlink(missing_ok=True)
        return
    FIREWALL_RULES.parent.mkdir(parents=True, exist_ok=True)
    FIREWALL_RULES.write_text(rules(pattern.read_text(), choices.remote, settings))


def rules(pattern: str, network: str, settings: Mapping[str, Any]) -> str:
    """For the ports and bounds that the settings of the table name."""
    found = ipaddress.ip_network(network)
    of_an_address = settings.get("remote", {}).get("connections_of_an_address", OF_AN_ADDRESS)
    words = {
        "KIND": f"ipv{found.version}_addr",
        "FAMILY": "ip" if found.version == 4 else "ip6",
        "NETWORK": str(found),
        "PORTS": ", ".join(_ports(settings)),
        "OF_AN_ADDRESS": str(HEADROOM * of_an_address),
        "IN_ALL": str(HEADROOM * CONNECTIONS_IN_ALL),
    }
    for word, value in words.items():
        pattern = pattern.replace(f"@{word}@", value)
    return pattern


def _ports(settings: Mapping[str, Any]) -> list[str]:
    """Those of the edge; port 0, which nobody has, where the settings name none."""
    remote, records = settings.get("remote", {}), settings.get("records", {})
    endpoints = [remote.get("commands", ""), remote.get("broadcasts", ""), records.get("endpoint", "")]
    return sorted({one.rpartition(":")[2] for one in endpoints if one.startswith("tcp://")}) or ["0"]
