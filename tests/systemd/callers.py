"""Loads the rules that come from standard input, calls upon two ports from many addresses, and says what came of it.

Run in a network of its own (`unshare --net`): PORT ANOTHER-PORT ACT ADDRESS…
"""

import fcntl
import json
import socket
import struct
import subprocess
import sys
from collections.abc import Callable

NFT = "/usr/sbin/nft"
UP, SET_FLAGS = 1, 0x8914
MANY, OFTEN = 12, 2000
PATIENCE = 30.0


def main() -> None:
    port, another = int(sys.argv[1]), int(sys.argv[2])
    act, addresses = sys.argv[3], sys.argv[4:]
    with socket.socket() as loopback:
        fcntl.ioctl(loopback, SET_FLAGS, struct.pack("16sh14x", b"lo", UP))
    rules = sys.stdin.read()
    for _ in range(2):  # laid anew, they are what they were
        subprocess.run([NFT, "-f", "-"], input=rules, text=True, check=True)
    with socket.create_server(("0.0.0.0", port), backlog=4096), socket.create_server(("0.0.0.0", another)):
        print(json.dumps({**ACTS[act](port, another, addresses), **dropped()}))


def many(port: int, _: int, addresses: list[str]) -> dict[str, int]:
    """One comes and leaves; then come as many as go, of each. (On a loopback, what was dropped is still counted.)"""
    first = call(addresses[0], port)
    assert first is not None
    first.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # at once, for both ends
    first.close()
    held = {address: [one for one in (call(address, port) for _ in range(MANY)) if one] for address in addresses}
    return {address: len(calls) for address, calls in held.items()}


def outside(port: int, another: int, addresses: list[str]) -> dict[str, int]:
    """One of each."""
    found = {address: int(call(address, port) is not None) for address in addresses}
    return {**found, "another port": int(call(addresses[0], another) is not None)}


def often(port: int, _: int, addresses: list[str]) -> dict[str, int]:
    """Asked for faster than may be; nobody waits for what comes of it."""
    for _ in range(OFTEN):
        with socket.socket() as found:
            found.bind((addresses[0], 0))
            found.setblocking(False)
            found.connect_ex(("127.0.0.1", port))
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return {}


def nothing(_: int, __: int, ___: list[str]) -> dict[str, int]:
    """The rules alone."""
    return {}


ACTS: dict[str, Callable[[int, int, list[str]], dict[str, int]]] = {
    "many": many,
    "outside": outside,
    "often": often,
    "nothing": nothing,
}


def call(address: str, port: int) -> socket.socket | None:
    """A connection from this address, or nothing as soon as the rules have dropped it."""
    found = socket.socket()
    found.bind((address, 0))
    before = sum(dropped().values())
    found.settimeout(0.2)
    for _ in range(int(PATIENCE / 0.2)):
        try:
            found.connect(("127.0.0.1", port))
        except (TimeoutError, BlockingIOError):
            pass
        else:
            return found
        if sum(dropped().values()) > before:
            found.close()
            return None
    raise SystemExit(f"neither taken nor dropped: {address}")


def dropped() -> dict[str, int]:
    """By reason."""
    said = subprocess.run([NFT, "-j", "list", "counters", "table", "inet", "boxcars"], capture_output=True, check=True)
    counters = (one["counter"] for one in json.loads(said.stdout)["nftables"] if "counter" in one)
    return {one["name"]: one["packets"] for one in counters}


if __name__ == "__main__":
    main()
