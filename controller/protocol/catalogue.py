"""Everything that may be said, by who says it to whom: for `boxcars schema`, for the docs and for the tests."""

from importlib import import_module
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from config.devices import DEVICES
from controller.protocol import public, uplink
from controller.protocol.records import questions
from controller.protocol.stations import version_1 as operator
from controller.protocol.stations import version_2 as operator_2
from controller.protocol.terminals import version_1 as terminal
from controller.protocol.terminals import version_2 as terminal_2


class Way(NamedTuple):
    """One direction between two peers."""

    sender: str
    hearer: str
    messages: TypeAdapter[Any]


WAYS: dict[str, Way] = {
    "broadcast": Way("controller", "everybody", TypeAdapter(public.TableNow)),
    "from_terminal": Way("terminal", "controller", terminal.FROM_TERMINAL),
    "to_terminal": Way("controller", "terminal", terminal.TO_TERMINAL),
    "from_terminal_2": Way("terminal", "controller", terminal_2.FROM_TERMINAL),
    "to_terminal_2": Way("controller", "terminal", terminal_2.TO_TERMINAL),
    "from_display": Way("display", "controller", terminal.FROM_DISPLAY),
    "to_display": Way("controller", "display", terminal.TO_DISPLAY),
    "from_operator": Way("operator", "controller", operator.FROM_OPERATOR),
    "to_operator": Way("controller", "operator", operator.TO_OPERATOR),
    "from_operator_2": Way("operator", "controller", operator_2.FROM_OPERATOR),
    "to_operator_2": Way("controller", "operator", operator_2.TO_OPERATOR),
    "from_watcher": Way("records", "controller", operator.FROM_WATCHER),
    "to_watcher": Way("controller", "records", operator.TO_WATCHER),
    "from_uplink": Way("uplink", "controller", uplink.FROM_UPLINK),
    "to_uplink": Way("controller", "uplink", uplink.TO_UPLINK),
    "to_records": Way("anybody who may ask", "records", questions.TO_RECORDS),
    "from_records": Way("records", "who has asked", questions.FROM_RECORDS),
}
for _name, _device in DEVICES.items():
    _said = import_module(_device.messages)
    WAYS[f"from_{_name}_driver"] = Way(_name, "controller", _said.FROM_DRIVER)
    WAYS[f"to_{_name}_driver"] = Way("controller", _name, _said.TO_DRIVER)


def schema() -> dict[str, Any]:
    """One JSON document: the version of the wire, and a JSON Schema for each way."""
    return {
        "wire": 1,
        "versions": [1, 2],
        "ways": {
            name: {"from": way.sender, "to": way.hearer, "schema": way.messages.json_schema()}
            for name, way in WAYS.items()
        },
    }


def kinds_of(way: Way) -> list[str]:
    """The names of the messages that may go this way."""
    found = way.messages.json_schema()
    mapping = found.get("discriminator", {}).get("mapping")
    return sorted(mapping) if mapping else [found["properties"]["kind"]["const"]]
