"""The sockets behind the loop's transport port: a door for each role of this machine, one for listeners, and one for
the edge, by which peers elsewhere come.

All of them speak here, in the loop's own thread and without libzmq (`controller.server.sockets`): no peer, whatever it
says, can make this process grow or end. A local door belongs to a role; its directory is closed to the others. A
message from elsewhere comes with the key that the edge let in, and whose key that is is looked up here for every
message: a revoked one is out at once.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from select import EPOLLOUT, epoll

from controller.server.loop.ports import ROLES, Arrival, Peer, Sent, TransportTrouble, Who
from controller.server.loop.troubles import Trouble
from controller.server.sockets.doors import COME_IN_WITHIN, Caller, CallerWarning, ListeningSocket, Places, make_folder
from controller.server.sockets.link import BadWord, EdgeLine, edge_door
from controller.server.sockets.local import Connection, Gone, Stream
from controller.server.sockets.zmtp import BadPeer, SocketKind, frame
from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint, folder_of
from controller.server.zmq.keyring import Keyring
from controller.server.zmq.peers import LOCAL, Ear, EdgePeer, Inside, SpeakingPeer, is_local

LARGEST_FRAME = 16 * 1024
"""Bytes; a peer that sends more is disconnected."""
LARGEST_SUBSCRIPTION = 512
SPEAKS = SocketKind(b"ROUTER", frozenset((b"DEALER", b"REQ", b"ROUTER")), LARGEST_FRAME)
LISTENS = SocketKind(b"XPUB", frozenset((b"SUB", b"XSUB")), LARGEST_SUBSCRIPTION)
REMOTE = "remote"
LOOK_EVERY = 1.0
"""Seconds between two looks at who has not come in, or may come again."""
MOST_TROUBLES = 64
"""Told to the loop at a time; more are only counted by it as the next ones."""
LAST_WORDS_WITHIN = 0.2


class SocketTransport:
    """All sockets of the controller, or of the records process."""

    def __init__(self, run: Path, keyring: Keyring | None = None, edge: bool = False, broadcasts: bool = True) -> None:
        """`edge`: peers elsewhere may come by an edge, with a key of the ring."""
        self._keyring = keyring
        self._all = epoll()
        self._places = Places()
        self._doors: dict[int, ListeningSocket] = {}
        self._speakers: dict[int, SpeakingPeer] = {}
        self._by_address: dict[bytes, SpeakingPeer] = {}
        self._ears: dict[int, Ear] = {}
        self._edges: OrderedDict[int, EdgePeer] = OrderedDict()
        """The last one to come is the edge; one before it, whose end is not noticed yet, only ends."""
        self._talking: OrderedDict[int, SpeakingPeer | EdgePeer] = OrderedDict()
        """Who has said something that was not taken yet."""
        self._broadcast = self._welcome = b""
        self._count = 0
        self._look_at = 0.0
        self._changed = False
        self._troubles: list[TransportTrouble] = []
        self._listening: ListeningSocket | None = None
        self._edge_door: ListeningSocket | None = None
        for role in ROLES:
            make_folder(folder_of(run, role))
            self._open(role, Path(commands_endpoint(run, role).removeprefix("ipc://")))
        if broadcasts:
            make_folder(run / "public")
            self._listening = self._open("listeners", Path(broadcasts_endpoint(run).removeprefix("ipc://")))
        if edge:
            make_folder(edge_door(run).parent)
            self._edge_door = self._open("edge", edge_door(run))

    # ---- the port ----

    def wait(self, milliseconds: int) -> None:
        """Until something has arrived."""
        self.flush()
        ready = self._all.poll(0 if self._talking else milliseconds / 1000)
        now = time.monotonic()
        if self._keyring is not None and self._keyring.look():
            self._changed = True
        for fd, how in ready:
            self._serve(fd, how, now)
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._look(now)

    def arrived(self, most: int) -> Sequence[Arrival]:
        """From the peers in turn: each as much as its share, what is left is taken with the next turn."""
        found: list[Arrival] = []
        while self._talking and len(found) < most:
            share = max(1, (most - len(found)) // len(self._talking))
            for fd, one in list(self._talking.items())[:most]:
                self._take(one, min(share, most - len(found)), found)
                if one.messages:
                    self._talking.move_to_end(fd)
                else:
                    del self._talking[fd]
                if len(found) >= most:
                    break
        return found

    def send(self, peer: Peer, data: bytes) -> Sent:
        """Never waits."""
        if peer.socket == REMOTE:
            edge = self._edge()
            return "gone" if edge is None else edge.line.send(peer.address, data)
        speaker = self._by_address.get(peer.address)
        if speaker is None:
            return "gone"
        if not speaker.connection.room():
            return "full"
        return "sent" if speaker.connection.put(frame(data)) else "gone"

    def broadcast(self, data: bytes) -> None:
        """To all who listen; who comes later is told this first."""
        self._broadcast, self._welcome = data, frame(data)
        for ear in self._ears.values():
            if ear.connection.conversation.open:
                ear.listener.tell(self._welcome)
        edge = self._edge()
        if edge is not None:
            edge.line.broadcast(data)

    def flush(self) -> None:
        """What was said to peers elsewhere leaves together."""
        edge = self._edge()
        if edge is not None:
            edge.line.flush()

    def keys_changed(self) -> bool:
        """Since this was asked last."""
        changed, self._changed = self._changed, False
        return changed

    def stands(self, who: Who) -> bool:
        """A local peer stands as long as its socket; a remote one as long as its key."""
        return is_local(who) or (self._keyring is not None and self._keyring.stands(who))

    def troubles(self) -> Sequence[TransportTrouble]:
        """Since this was asked last."""
        troubles, self._troubles = self._troubles, []
        return troubles

    def close(self) -> None:
        """Give what was said a moment to leave, then let go of everything."""
        self.flush()
        until = time.monotonic() + LAST_WORDS_WITHIN
        while self._unsaid() and (left := until - time.monotonic()) > 0:
            for fd, how in self._all.poll(left):
                if how & EPOLLOUT:
                    self._serve(fd, EPOLLOUT, 0.0)
        for door in self._doors.values():
            door.close()
        inside: list[Inside] = [*self._speakers.values(), *self._ears.values()]
        for one in inside:
            one.connection.close()
        for edge in self._edges.values():
            edge.line.stream.close()
        self._all.close()

    # ---- who is ready ----

    def _serve(self, fd: int, how: int, now: float) -> None:
        try:
            if fd in self._speakers:
                self._speaker(self._speakers[fd], how)
            elif fd in self._ears:
                self._ear(self._ears[fd], how, now)
            elif fd in self._edges:
                self._hear_edge(fd, self._edges[fd], how)
            elif fd in self._doors:
                self._let_in(self._doors[fd], now)
        except Gone:
            self._left(fd)
        except (BadPeer, BadWord) as error:
            self._left(fd, str(error))

    def _speaker(self, speaker: SpeakingPeer, how: int) -> None:
        if how & EPOLLOUT:
            speaker.connection.flush()
        if how & ~EPOLLOUT and not speaker.messages:
            messages = speaker.connection.hear()
            if messages and not speaker.connection.conversation.named:
                speaker.messages.extend(messages)
                self._talking[speaker.connection.fd] = speaker

    def _ear(self, ear: Ear, how: int, now: float) -> None:
        if how & EPOLLOUT:
            ear.connection.flush()
        if how & ~EPOLLOUT and ear.listener.hear(now) and self._welcome:
            ear.listener.tell(self._welcome)

    def _hear_edge(self, fd: int, edge: EdgePeer, how: int) -> None:
        if how & EPOLLOUT:
            edge.line.stream.flush()
        if how & ~EPOLLOUT and not edge.messages:
            edge.messages.extend(edge.line.hear())
            complaints, edge.line.complaints = edge.line.complaints, []
            for complaint in complaints:
                self._trouble(complaint.code, "edge", complaint.text)
            if edge.messages:
                self._talking[fd] = edge

    def _take(self, one: SpeakingPeer | EdgePeer, most: int, found: list[Arrival]) -> None:
        messages = one.messages
        if isinstance(one, SpeakingPeer):
            who, peer, said = LOCAL[one.peer.socket], one.peer, one.messages
            found.extend(Arrival(peer, who, said.popleft()) for _ in range(min(most, len(said))))
            return
        assert self._keyring is not None
        for _ in range(min(most, len(messages))):
            heard = one.messages.popleft()
            found.append(Arrival(Peer(REMOTE, heard.address), self._keyring.who(heard.key), heard.data))

    # ---- who comes and goes ----

    def _open(self, name: str, path: Path) -> ListeningSocket:
        door = ListeningSocket(name, path, self._places, self._all)
        self._doors[door.fd] = door
        return door

    def _let_in(self, door: ListeningSocket, now: float) -> None:
        while (found := door.accept(now)) is not None:
            if isinstance(found, CallerWarning):
                self._trouble(*found)
            elif door is self._edge_door:
                self._edge_comes(door, found)
            elif door is self._listening:
                connection = Connection(found.socket, self._all, LISTENS, now)
                self._ears[connection.fd] = Ear(connection, door, found.user)
            else:
                connection = Connection(found.socket, self._all, SPEAKS, now)
                speaker = SpeakingPeer(connection, door, found.user, Peer(door.name, self._number()))
                self._speakers[connection.fd] = speaker
                self._by_address[speaker.peer.address] = speaker

    def _edge_comes(self, door: ListeningSocket, found: Caller) -> None:
        """One at a time: who comes later is the edge, for one that died may not have been missed yet."""
        for fd in list(self._edges):
            self._left(fd)
        self._count += 1
        stream = Stream(found.socket, self._all)
        edge = EdgePeer(EdgeLine(stream, found.user, self._count), door)
        self._edges[stream.fd] = edge
        if self._welcome:
            edge.line.broadcast(self._broadcast)

    def _left(self, fd: int, why: str = "") -> None:
        """It has gone, or is put out."""
        self._talking.pop(fd, None)
        if fd in self._edges:
            edge = self._edges.pop(fd)
            door, user, name = edge.door, edge.line.user, "edge"
            edge.line.stream.close()
        else:
            one: Inside = self._speakers.pop(fd) if fd in self._speakers else self._ears.pop(fd)
            door, user, name = one.door, one.user, one.door.name
            one.connection.close()
            if isinstance(one, SpeakingPeer):
                del self._by_address[one.peer.address]
        door.left(user)
        if why:
            self._trouble("bad_peer", name, f"a process of user {user} is let go: {why}")

    def _look(self, now: float) -> None:
        for door in self._doors.values():
            door.look(now)
        inside: list[tuple[int, Inside]] = [*self._speakers.items(), *self._ears.items()]
        for fd, one in inside:
            if not one.connection.conversation.open and now - one.connection.since > COME_IN_WITHIN:
                self._left(fd, "it did not say who it is")

    def _edge(self) -> EdgePeer | None:
        return next(iter(self._edges.values()), None)

    def _number(self) -> bytes:
        """An address that nobody had before."""
        self._count += 1
        return self._count.to_bytes(8)

    def _unsaid(self) -> bool:
        inside: list[Inside] = [*self._speakers.values(), *self._ears.values()]
        streams: list[Stream] = [one.connection for one in inside]
        streams += [edge.line.stream for edge in self._edges.values()]
        return any(not stream.room(1) for stream in streams)

    def _trouble(self, code: str, source: str, text: str) -> None:
        if len(self._troubles) < MOST_TROUBLES:
            self._troubles.append(TransportTrouble(Trouble[code.upper()], source, text))
