"""A line to the broker is hung up whole, whatever became of it: a socket left open is one less for those who call."""

import asyncio
import gc
import warnings

import nats.errors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.protocol import nats as names

REFUSED = b"-ERR 'Authorization Violation'\r\n"
INFO = b'INFO {"server_id":"x","version":"2.9.0","max_payload":1048576,"headers":true,"nonce":"abc","proto":1}\r\n'


@pytest.mark.parametrize("said", [b"", b"nonsense\r\n", INFO, INFO + REFUSED])
def test_a_call_that_came_to_nothing_leaves_no_socket_open(said: bytes) -> None:
    async def turns_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        await writer.drain()
        if REFUSED in said:  # then it is the caller who hangs up
            await reader.read()
        writer.close()

    async def call() -> None:
        server = await asyncio.start_server(turns_away, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            with pytest.raises((OSError, nats.errors.Error)):
                await names.called(f"nats://127.0.0.1:{port}", Ed25519PrivateKey.generate(), None)

    gc.collect()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", ResourceWarning)
        asyncio.run(call())
        gc.collect()
    assert [str(one.message) for one in found] == []
