"""The bus the emulated boards sit on: who is plugged in, and at which address."""

import threading

from tools.emulators.panel.board import Board, Unplugged


class Bus:
    """Boards by name; each plugging gives a new address, as USB does."""

    def __init__(self, boards: list[Board], vendor: int = 0x1209, product: int = 0xC0DE) -> None:
        self.vendor, self.product = vendor, product
        self.boards = {board.serial: board for board in boards}
        self._lock = threading.Lock()
        self._addresses = 0
        for board in boards:
            self.plug(board)

    def plug(self, board: Board) -> None:
        if board.address == 0:
            with self._lock:
                self._addresses += 1
                board.plug(self._addresses)

    def addresses(self) -> list[int]:
        """Of the boards plugged in."""
        return [board.address for board in self.boards.values() if board.address]

    def serial(self, address: int) -> str:
        return self._at(address).serial

    def read(self, address: int, timeout: float) -> bytes | None:
        return self._at(address).read(address, timeout)

    def write(self, address: int, data: bytes) -> None:
        self._at(address).write(address, data)

    def _at(self, address: int) -> Board:
        for board in self.boards.values():
            if board.address == address:
                return board
        raise Unplugged
