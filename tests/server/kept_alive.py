"""Whether the kernel looks after a TCP connection whose other end may vanish without a word."""

from pathlib import Path

ESTABLISHED, KEEPALIVE_TIMER = "01", "02"


def probed(port: int, listening: bool) -> bool:
    """Whether the keepalive timer runs at the listening, or at the other, end of each connection of this port."""
    found = []
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, here, there, state, _, timer = line.split()[:6]
        if state == ESTABLISHED and (here if listening else there).endswith(f":{port:04X}"):
            found.append(timer.startswith(f"{KEEPALIVE_TIMER}:"))
    return bool(found) and all(found)
