"""What a line is to the driver, and which one its settings name."""

from typing import Protocol

from drivers.common.serial.port import parse_port
from drivers.sas.codec import ByteHeard, Said

BAUD = 19_200
EMULATED, NETWORK = "emulated:", "rfc2217://"


class SasLine(Protocol):
    """An open line. Reads do not wait; any trouble is `NoPort`."""

    def fileno(self) -> int:
        """What to wait on."""

    def read(self) -> list[ByteHeard]:
        """What has arrived, maybe nothing."""

    def write(self, said: Said) -> None:
        """Bytes for the host."""

    def close(self) -> None:
        """For good."""


def is_emulated(name: str) -> bool:
    """Whether no real line is behind it."""
    return name.startswith(EMULATED)


def open_line(name: str) -> SasLine:
    """The line of this name, or NoPort; ValueError says what is wrong with the name."""
    if is_emulated(name):
        from drivers.sas.lines.emulated import EmulatedLine

        return EmulatedLine(name.removeprefix(EMULATED))
    if name.startswith(NETWORK):
        from drivers.sas.lines.network import NetworkLine

        return NetworkLine(name)
    from drivers.sas.lines.tty import TtyLine

    return TtyLine(parse_port(name))
