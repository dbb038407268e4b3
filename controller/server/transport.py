"""ZeroMQ behind the loop's transport port: a ROUTER for each role's local socket, one for all remote peers, and two
XPUB for broadcasts.

A remote peer is let in by its CURVE key (ZAP, answered here in the loop's own thread), and who sent a message is
looked up for every message by the key it came with: ZeroMQ itself leaves a peer connected whose key was revoked. A
local socket belongs to a role; its directory is closed to the others.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import structlog
import zmq
from zmq.utils import z85

from controller.server.keyring import Keyring
from controller.server.ports import ROLES, Arrival, Peer, Sent, Who

PEER_QUEUE = 64
"""Messages that ZeroMQ holds for, and takes ahead from, one peer; more wait in `mail`, or at the peer itself."""
LISTENER_QUEUE = 32
"""Broadcasts for one listener; who does not read misses some and sees that by their number."""
LARGEST_FRAME = 16 * 1024
"""Bytes; a peer that sends more is disconnected by ZeroMQ."""
HANDSHAKE_MS = 5000
PROBE_AFTER_S, PROBE_EVERY_S, PROBES = 2, 2, 2
GONE_AFTER_MS = 6000
"""A remote host that vanished without a word is let go of by the kernel. ZeroMQ's own pings are left off: libzmq 4.3.5
ends the process when it pings a peer that sent more than was read and then vanished (`docs/assurance.md`)."""
AUTO_ADDRESS = 5
"""Bytes of an address that the ROUTER gave itself. One chosen by the peer could be another peer's."""
ZAP = "inproc://zeromq.zap.01"
ZAP_DOMAIN = b"boxcars"
REMOTE = "remote"
FOLDER_MODE = 0o750
SOCKET_MODE = 0o660
"""Who may enter the directory, its owner and its group, may speak, whatever the umask was."""

log = structlog.get_logger()
Router = zmq.Socket[bytes]


class Remote(NamedTuple):
    """Where remote peers connect, and the controller's own key pair (Z85)."""

    commands: str
    broadcasts: str | None
    public: bytes
    secret: bytes


def folder_of(run: Path, role: str) -> Path:
    """The directory whose permissions say who may use a role's socket."""
    return run / role


def commands_endpoint(run: Path, role: str) -> str:
    """Where local peers of this role connect."""
    return f"ipc://{folder_of(run, role) / 'commands'}"


def broadcasts_endpoint(run: Path) -> str:
    """Where local peers listen."""
    return f"ipc://{run / 'public' / 'broadcasts'}"


class ZmqTransport:
    """All sockets of the controller."""

    def __init__(
        self, run: Path, keyring: Keyring | None = None, remote: Remote | None = None, broadcasts: bool = True
    ) -> None:
        self._context: zmq.Context[Router] = zmq.Context()
        self._keyring = keyring
        self._remote = remote
        self._poller = zmq.Poller()
        self._routers: dict[str, Router] = {}
        self._listening: list[Router] = []
        self._welcome = b""
        self._ready: list[tuple[str, Router]] = []
        """The sockets at which something had arrived when this was looked at last."""
        self._next = 0
        self._changed = False
        for role in ROLES:
            _folder(folder_of(run, role))
            self._bind_router(role, commands_endpoint(run, role))
        if broadcasts:
            _folder(run / "public")
            self._listening.append(self._bind_publisher(broadcasts_endpoint(run)))
        self._zap: Router | None = None
        self._remote_publisher: Router | None = None
        if remote is not None:
            self._zap = self._context.socket(zmq.REP)
            self._zap.bind(ZAP)
            self._poller.register(self._zap, zmq.POLLIN)
            self._bind_router(REMOTE, remote.commands)
            if remote.broadcasts is not None:
                self._remote_publisher = self._bind_publisher(remote.broadcasts, remote)

    # ---- the port ----

    def wait(self, milliseconds: int) -> None:
        """Until something has arrived. Handshakes are answered on the way."""
        ready = dict(self._poller.poll(milliseconds))
        self._ready = [(name, router) for name, router in self._routers.items() if router in ready]
        if self._keyring is not None and self._keyring.look():
            self._changed = True
            self._cut_listeners()
        if self._zap is not None and self._zap in ready:
            self._answer_handshakes(self._zap)
        for publisher in self._publishers():
            if publisher in ready:
                _drop_subscriptions(publisher)
        if self._remote_publisher is None:
            self._publish_again()

    def arrived(self, most: int) -> Sequence[Arrival]:
        """From the sockets in turn; within a socket ZeroMQ itself takes from its peers in turn."""
        found: list[Arrival] = []
        open_ones = self._ready
        if len(open_ones) > 1:
            start, self._next = self._next % len(open_ones), self._next + 1
            open_ones = open_ones[start:] + open_ones[:start]
        share = most
        while open_ones and share > 0:
            share = (most - len(found)) // len(open_ones)
            open_ones = [one for one in open_ones if self._drain(*one, share, found)]
        return found

    def send(self, peer: Peer, data: bytes) -> Sent:
        """Never waits."""
        router = self._routers[peer.socket]
        try:
            router.send(peer.address, zmq.NOBLOCK | zmq.SNDMORE)
            router.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return "full"
        except zmq.ZMQError as error:
            if error.errno == zmq.EHOSTUNREACH:
                return "gone"
            raise
        return "sent"

    def broadcast(self, data: bytes) -> None:
        """To all who listen; who comes later is told this first."""
        self._welcome = data
        for publisher in self._publishers():
            publisher.setsockopt(zmq.XPUB_WELCOME_MSG, data)
            publisher.send(data, zmq.NOBLOCK)

    def keys_changed(self) -> bool:
        """Since this was asked last."""
        changed, self._changed = self._changed, False
        return changed

    def stands(self, who: Who) -> bool:
        """A local peer stands as long as its socket; a remote one as long as its key."""
        return is_local(who) or (self._keyring is not None and self._keyring.stands(who))

    def close(self) -> None:
        """Give what was said a moment to leave, then let go of everything."""
        for socket in (*self._routers.values(), *self._publishers(), self._zap):
            if socket is not None:
                socket.close(linger=200)
        self._context.term()

    # ---- sockets ----

    def _bind_router(self, name: str, endpoint: str) -> None:
        router = self._context.socket(zmq.ROUTER)
        _bound(router)
        router.setsockopt(zmq.ROUTER_MANDATORY, 1)
        router.setsockopt(zmq.SNDHWM, PEER_QUEUE)
        router.setsockopt(zmq.RCVHWM, PEER_QUEUE)
        if name == REMOTE and self._remote is not None:
            _curve(router, self._remote)
        _bind(router, endpoint)
        self._routers[name] = router
        self._poller.register(router, zmq.POLLIN)

    def _bind_publisher(self, endpoint: str, remote: Remote | None = None) -> Router:
        publisher = self._context.socket(zmq.XPUB)
        _bound(publisher)
        publisher.setsockopt(zmq.SNDHWM, LISTENER_QUEUE)
        if self._welcome:
            publisher.setsockopt(zmq.XPUB_WELCOME_MSG, self._welcome)
        if remote is not None:
            _curve(publisher, remote)
        try:
            _bind(publisher, endpoint)
        except BaseException:
            publisher.close(linger=0)
            raise
        self._poller.register(publisher, zmq.POLLIN)
        return publisher

    def _publishers(self) -> list[Router]:
        return [*self._listening, *([self._remote_publisher] if self._remote_publisher is not None else [])]

    def _cut_listeners(self) -> None:
        """Listeners send nothing that could be checked: when keys change, all have to come in anew."""
        if self._remote_publisher is not None:
            self._poller.unregister(self._remote_publisher)
            self._remote_publisher.close(linger=0)
            self._remote_publisher = None

    def _publish_again(self) -> None:
        if self._remote is None or self._remote.broadcasts is None or self._remote_publisher is not None:
            return
        try:
            self._remote_publisher = self._bind_publisher(self._remote.broadcasts, self._remote)
        except zmq.ZMQError as error:
            if error.errno != zmq.EADDRINUSE:
                raise  # the old socket is still being closed: tried again with the next turn

    # ---- messages ----

    def _drain(self, name: str, router: Router, most: int, found: list[Arrival]) -> bool:
        """Up to so many; False once there is no more."""
        for _ in range(most):
            try:
                address = router.recv(zmq.NOBLOCK)
            except zmq.Again:
                return False
            frame = router.recv(zmq.NOBLOCK, copy=False)
            data = frame.bytes
            if frame.more:
                data = b""  # no message of ours has several frames
                while frame.more:
                    frame = router.recv(zmq.NOBLOCK, copy=False)
            if len(address) == AUTO_ADDRESS and address[0] == 0:
                found.append(Arrival(Peer(name, address), self._who(name, frame), data))
        return True

    def _who(self, name: str, frame: zmq.Frame) -> Who | None:
        if name != REMOTE:
            return LOCAL[name]
        assert self._keyring is not None
        try:
            return self._keyring.who(str(frame.get("User-Id")))
        except zmq.ZMQError:
            return None

    def _answer_handshakes(self, zap: Router) -> None:
        """RFC 27: a peer shows its public key; it is in the ring, or it stays outside."""
        while True:
            try:
                request = zap.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            version, number, _domain, address, _identity, mechanism = request[:6]
            public = z85.encode(request[6]).decode() if mechanism == b"CURVE" else ""
            who = self._keyring.who(public) if self._keyring is not None else None
            if who is None:
                log.warning("key refused", address=address.decode("ascii", "replace")[:60], key=public)
                zap.send_multipart([version, number, b"400", b"this key is not ours", b"", b""])
            else:
                zap.send_multipart([version, number, b"200", b"OK", public.encode(), b""])


LOCAL = {role: Who(f"local {role}", role) for role in ROLES}
"""Who comes by a local socket."""


def is_local(who: Who) -> bool:
    """Whether this came by a local socket, whose directory vouches for the role."""
    return LOCAL.get(who.role) == who


def _bound(socket: Router) -> None:
    """What holds for every socket: nothing lingers, nothing is larger than it may be, who is gone is noticed."""
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.MAXMSGSIZE, LARGEST_FRAME)
    socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
    socket.setsockopt(zmq.TCP_KEEPALIVE, 1)
    socket.setsockopt(zmq.TCP_KEEPALIVE_IDLE, PROBE_AFTER_S)
    socket.setsockopt(zmq.TCP_KEEPALIVE_INTVL, PROBE_EVERY_S)
    socket.setsockopt(zmq.TCP_KEEPALIVE_CNT, PROBES)
    socket.setsockopt(zmq.TCP_MAXRT, GONE_AFTER_MS)
    socket.setsockopt(zmq.BACKLOG, 1024)


def _curve(socket: Router, remote: Remote) -> None:
    socket.setsockopt(zmq.CURVE_SERVER, 1)
    socket.setsockopt(zmq.CURVE_PUBLICKEY, remote.public)
    socket.setsockopt(zmq.CURVE_SECRETKEY, remote.secret)
    socket.setsockopt(zmq.ZAP_DOMAIN, ZAP_DOMAIN)


def _bind(socket: Router, endpoint: str) -> None:
    if endpoint.startswith("ipc://"):
        path = Path(endpoint.removeprefix("ipc://"))
        path.unlink(missing_ok=True)
        socket.bind(endpoint)
        path.chmod(SOCKET_MODE)
        return
    socket.bind(endpoint)


def _folder(folder: Path) -> None:
    """One that exists keeps its owner and group, which the installation gave it."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(FOLDER_MODE)


def _drop_subscriptions(publisher: Router) -> None:
    """Who listens is no affair of ours."""
    while True:
        try:
            publisher.recv(zmq.NOBLOCK)
        except zmq.Again:
            return
