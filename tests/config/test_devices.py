"""A row of `config/devices.py` is all that names a device: what is found by its name is there and is of that device."""

from importlib import import_module

import pytest

from config.cabinet import Cabinet
from config.devices import DEVICES, UNITS
from config.drivers import DriverSettings
from controller.commands import COMMANDS, WORKSHOP_ACTS
from controller.commands.machine.keys import KINDS
from controller.protocol.catalogue import WAYS, kinds_of
from controller.server.connections.units.devices import desk_of
from controller.server.connections.units.unit_desk import UnitDesk
from controller.server.loop.ports import ROLES
from controller.server.loop.troubles import Trouble


@pytest.mark.parametrize("name", DEVICES)
def test_each_device_has_role_settings_messages_commands_and_an_emulator(name: str) -> None:
    assert name in ROLES
    assert name in DriverSettings.model_fields
    assert f"{DEVICES[name].code or name}_driver_here" in kinds_of(WAYS[f"from_{name}_driver"])
    assert hasattr(import_module(COMMANDS[name][0]), "run")
    assert (name in WORKSHOP_ACTS) == DEVICES[name].stands_in
    assert name not in WORKSHOP_ACTS or hasattr(import_module(WORKSHOP_ACTS[name]), "add_acts")


@pytest.mark.parametrize("name", UNITS)
def test_each_that_outcomes_come_from_has_a_table_a_key_a_desk_and_troubles_of_its_own(name: str) -> None:
    unit = UNITS[name]
    assert unit.settings in Cabinet.model_fields
    assert name in KINDS
    assert issubclass(desk_of(name), UnitDesk)
    assert desk_of(name).device == name
    assert {f"{name}_reboot", f"{unit.outcome}_overdue"} <= {trouble.code for trouble in Trouble}


@pytest.mark.parametrize("field", ["outcome", "shows"])
def test_what_a_journal_tells_a_unit_by_is_of_one_unit_alone(field: str) -> None:
    assert len({getattr(unit, field) for unit in UNITS.values()}) == len(UNITS) > 1
