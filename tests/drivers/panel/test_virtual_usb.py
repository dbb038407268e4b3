"""The panel driver on the real libusb, with an emulated board on the kernel's virtual USB."""

from pathlib import Path

import pytest

from controller.protocol.devices.panel import (
    FROM_DRIVER,
    PanelFound,
    PanelLost,
    PanelPress,
    WantedLights,
    WantedPress,
)
from tests.drivers.machines import boxcars, eventually, router, running
from tests.drivers.panel.virtual_usb import VirtualBoard, missing
from tools.emulators.panel.board import Board

LACKS = missing()
pytestmark = pytest.mark.skipif(bool(LACKS), reason=f"no virtual USB on this machine; missing: {'; '.join(LACKS)}")


def test_a_board_on_the_real_libusb_is_found_read_lit_lost_and_found_again(tmp_path: Path) -> None:
    board = Board("TERMINAL-01")
    endpoint = f"ipc://{tmp_path}/panel"
    config = tmp_path / "cabinet.toml"
    config.write_text(f'[panel]\nendpoint = "{endpoint}"\nboards = ["TERMINAL-01"]\n')
    with router(endpoint, FROM_DRIVER) as controller, running("panel", "drive", "--config", config):
        plugged = VirtualBoard(board, address=1, port=0)
        controller.hears(PanelFound)
        controller.tell(WantedPress(board="TERMINAL-01", asking=1, buttons=("SHOOT",)))
        controller.tell(WantedLights(board="TERMINAL-01", lamps=("SHOOT",), tower=("red",)))
        eventually(lambda: (board.lamps, board.tower) == (1, 4), "the lamps")
        board.set_button("SHOOT", True)
        assert controller.hears(PanelPress).asking == 1
        since = len(controller.said)
        plugged.unplug()
        assert controller.hears(PanelLost, since=since).why in ("usb_error", "absent")
        board.set_button("SHOOT", False)
        again = VirtualBoard(board, address=2, port=1)
        controller.hears(PanelFound, since=since)
        again.unplug()


def test_the_tools_list_boards_of_the_real_libusb() -> None:
    plugged = VirtualBoard(Board("CABINET"), address=3, port=2)
    shown = eventually(
        lambda: call.stdout if (call := boxcars("panel", "list")).returncode == 0 else "", "the board in the list"
    )
    assert "CABINET" in shown
    assert "all at rest" in shown
    plugged.unplug()
