"""The line by HTTPS is hung up whole, and words that are not our floor's end no process."""

import gc
import socket
import ssl
import threading
import warnings
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Uplink
from controller.floor.keys import CERTIFICATE, KEY, make_keys
from controller.uplink.believing import NoFloor, NotBelieved
from controller.uplink.line import FloorLine


@pytest.mark.parametrize(
    "said, found",
    [
        (b"", NoFloor),
        (b"what\r\n\r\n", NoFloor),
        (b"HTTP/1.1 503 Not now\r\nContent-Length: 2\r\n\r\n{}", NoFloor),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", NotBelieved),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{,", NotBelieved),
    ],
)
def test_a_call_that_came_to_nothing_is_told_and_leaves_no_socket_open(
    tmp_path: Path, said: bytes, found: type[Exception]
) -> None:
    make_keys(tmp_path, "house")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / CERTIFICATE, tmp_path / KEY)
    with warnings.catch_warnings(record=True) as warned, socket.create_server(("127.0.0.1", 0)) as listening:
        warnings.simplefilter("always", ResourceWarning)
        floor = threading.Thread(target=_say, args=(listening, context, said))
        floor.start()
        settings = Uplink(
            cabinet="pit-1",
            address=f"https://127.0.0.1:{listening.getsockname()[1]}",
            certificate=str(tmp_path / CERTIFICATE),
        )
        with pytest.raises(found):
            FloorLine(settings, Ed25519PrivateKey.generate()).cursor("journal")
        floor.join()
        gc.collect()
    assert [str(one.message) for one in warned] == []


def _say(listening: socket.socket, context: ssl.SSLContext, said: bytes) -> None:
    """To one caller, once it has asked."""
    caller, _ = listening.accept()
    with context.wrap_socket(caller, server_side=True) as line:
        line.recv(4096)
        line.sendall(said)
