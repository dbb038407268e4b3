"""What holds for every ZeroMQ socket of the edge."""

import zmq

Router = zmq.Socket[bytes]
ZAP_DOMAIN = b"boxcars"
LARGEST_FRAME = 16 * 1024
"""Bytes; a peer that sends more is disconnected by ZeroMQ."""
HANDSHAKE_MS = 5000
PROBE_AFTER_S, PROBE_EVERY_S, PROBES = 2, 2, 2
GONE_AFTER_MS = 6000
"""A remote host that vanished without a word is let go of by the kernel. ZeroMQ's own pings are left off: libzmq 4.3.5
ends the process when it pings a peer that sent more than was read and then vanished (`docs/assurance.md`)."""


def bound(socket: Router, pair: tuple[bytes, bytes], largest: int = LARGEST_FRAME) -> None:
    """Nothing lingers, nothing is larger than it may be, who is gone is noticed, and nobody comes in without a key."""
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.MAXMSGSIZE, largest)
    socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
    socket.setsockopt(zmq.TCP_KEEPALIVE, 1)
    socket.setsockopt(zmq.TCP_KEEPALIVE_IDLE, PROBE_AFTER_S)
    socket.setsockopt(zmq.TCP_KEEPALIVE_INTVL, PROBE_EVERY_S)
    socket.setsockopt(zmq.TCP_KEEPALIVE_CNT, PROBES)
    socket.setsockopt(zmq.TCP_MAXRT, GONE_AFTER_MS)
    socket.setsockopt(zmq.BACKLOG, 1024)
    public, secret = pair
    socket.setsockopt(zmq.CURVE_SERVER, 1)
    socket.setsockopt(zmq.CURVE_PUBLICKEY, public)
    socket.setsockopt(zmq.CURVE_SECRETKEY, secret)
    socket.setsockopt(zmq.ZAP_DOMAIN, ZAP_DOMAIN)


def bind(socket: Router, endpoint: str) -> None:
    """Or close it, where the address is taken."""
    try:
        socket.bind(endpoint)
    except BaseException:
        socket.close(linger=0)
        raise
