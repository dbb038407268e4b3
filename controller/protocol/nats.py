"""Names on a broker in front of the floor, and the key by which it knows who speaks.

The broker knows a cabinet by the uplink's own key, in NATS's writing of it, and lets it use its own subjects alone.
What counts is signed all the same: the broker is believed in nothing.
"""

import asyncio
import base64
import binascii
import ssl
from contextlib import suppress
from typing import Any

import nats.errors
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client

STREAM, CONSUMER = "BOXCARS", "floor"
BATCHES, CURSOR, URGENT, ASK = "batches", "cursor", "urgent", "ask"
MESSAGE_ID = "Nats-Msg-Id"
LINE_HEADER, PATH_HEADER, STATUS_HEADER = "Boxcars-Line", "Boxcars-Path", "Boxcars-Status"
GOODBYE_SECONDS = 1.0
USER_KEY = 20 << 3
"""The first byte of what NATS calls the public key of a user; it makes an U of the first letter."""


def subject(cabinet: str, what: str) -> str:
    """`boxcars.<cabinet>.<what>`; `*` for every cabinet."""
    return f"boxcars.{cabinet}.{what}"


def inbox(cabinet: str) -> str:
    """Where a cabinet is answered."""
    return f"_INBOX.{cabinet}"


def nkey(public: bytes) -> str:
    """An Ed25519 key as NATS writes it: a letter, the key, a check of both, in base 32."""
    named = bytes([USER_KEY]) + public
    return base64.b32encode(named + binascii.crc_hqx(named, 0).to_bytes(2, "little")).decode().rstrip("=")


class _Signing(Client):
    """Signs the broker's nonce with a key of ours; what nats-py has for it wants a library of its own for keys."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        super().__init__()
        self._ours = key

    def _setup_nkeys_connect(self) -> None:
        self._public_nkey = nkey(self._ours.public_key().public_bytes_raw())
        self._signature_cb = lambda nonce: base64.b64encode(self._ours.sign(nonce.encode()))


async def called(
    address: str, key: Ed25519PrivateKey, tls: ssl.SSLContext | None, inbox_prefix: str = "_INBOX"
) -> Client:
    """A line to the broker, as whoever has this key."""
    client = _Signing(key)
    options: dict[str, Any] = {} if tls is None else {"tls": tls, "tls_hostname": "floor"}
    options["inbox_prefix"] = inbox_prefix
    try:
        await client.connect(address, nkeys_seed_str="ours", allow_reconnect=False, connect_timeout=5, **options)
    except BaseException:
        await hang_up(client)
        raise
    return client


async def hang_up(client: Client) -> None:
    """For good, whatever state the line is in: its socket is closed when this returns.

    nats-py leaves the socket of a call that failed open, and closes that of a line that broke in a task of its own,
    for which its `close` does not wait.
    """
    with suppress(OSError, TimeoutError, nats.errors.Error):
        await client.close()
    line: Any = client._transport
    if line:
        line.close()
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(line.wait_closed(), GOODBYE_SECONDS)
