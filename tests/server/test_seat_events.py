"""Every command of a terminal becomes an event of the table, with the same words."""

from typing import Any, get_args

import pytest

from controller.protocol.terminals import version_2 as second
from controller.server.connections.seats.seat_events import event_of
from controller.table import events

WORDS: dict[str, dict[str, Any]] = {
    "wagers": {"round": 5, "wagers": ({"do": "place", "bet": "field", "amount": 500},) * 2},
    "choose": {"round": 5, "keep": True},
    "cash_out": {},
    "set_limits": {"minutes": 60, "loss": 5000, "stake": 500},
    "take_break": {},
    "go_on": {},
}


@pytest.mark.parametrize("kind", get_args(second.Command))
def test_a_command_of_version_2_is_an_event_of_the_table(kind: Any) -> None:
    words = WORDS.get(kind.model_fields["kind"].default, {"round": 5})
    event = event_of(3, "seat-3", kind(series=1, id=7, **words))
    assert type(event) in get_args(events.Command)
    assert (event.seat, event.client, event.id) == (3, "seat-3", 7)
    assert {name: getattr(event, name) for name in words if name != "wagers"} == {
        name: value for name, value in words.items() if name != "wagers"
    }
