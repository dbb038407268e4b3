"""Where peers of this machine connect: a socket in a directory that says who may, and how many may."""

import resource
import socket
import struct
from collections import Counter
from contextlib import suppress
from pathlib import Path
from select import EPOLLIN, epoll
from typing import NamedTuple

FOLDER_MODE = 0o750
SOCKET_MODE = 0o660
"""Who may enter the directory, its owner and its group, may speak, whatever the umask was."""
MOST_AT_A_DOOR = 2048
MOST_OF_A_USER = 1280
"""Connections at one door, and of these of one user: a role's processes have a user of their own on a cabinet."""
RESERVE = 128
"""Descriptors that no peer can have: the journal, its log and its second place need theirs."""
COME_IN_WITHIN = 5.0
"""Seconds in which a peer has to say who it is."""
ACCEPTED_A_SECOND = 1024
BACKLOG = 1024
_CREDENTIALS = struct.Struct("3i")


class CannotListen(Exception):
    """A socket of ours cannot be opened; says where and why."""


class CallerWarning(NamedTuple):
    """Something that a person should know of a connection."""

    code: str
    source: str
    text: str


class Caller(NamedTuple):
    """A connection, and the user of the process at its other end."""

    socket: socket.socket
    user: int


class Places:
    """How many connections this process can have in all, whatever its limit of descriptors is."""

    def __init__(self) -> None:
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = max(1, most - RESERVE)
        self.taken = 0

    def free(self) -> bool:
        """Whether one more may come."""
        return self.taken < self._most


class ListeningSocket:
    """One listening socket, and how many connections it has let in."""

    def __init__(self, name: str, path: Path, places: Places, all_of_them: epoll) -> None:
        self.name = name
        self._path, self._places, self._all = path, places, all_of_them
        self._users: Counter[int] = Counter()
        self._second = self._accepted = 0
        self.shut = False
        """Whether it lets nobody in before the next second."""
        self._socket = _listening(path)
        self._inode = path.stat().st_ino
        self.fd = self._socket.fileno()
        all_of_them.register(self.fd, EPOLLIN)

    def accept(self, now: float) -> Caller | CallerWarning | None:
        """The next who waits; None when nobody does. Who may not come in is closed at once."""
        if int(now) != self._second:
            self._second, self._accepted = int(now), 0
        if self.shut:
            return None
        if self._accepted >= ACCEPTED_A_SECOND:
            self._shut()
            return None
        try:
            found, _ = self._socket.accept()
        except BlockingIOError:
            return None
        except OSError as error:  # out of descriptors or memory, in spite of the reserve: not again before a while
            self._shut()
            return CallerWarning("too_many_connections", self.name, f"cannot be let in: {error.strerror}")
        self._accepted += 1
        user = _CREDENTIALS.unpack(found.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))[1]
        if self._full(user):
            found.close()
            return CallerWarning(
                "too_many_connections", self.name, f"a process of user {user} gets no more connections"
            )
        found.setblocking(False)
        self._users[user] += 1
        self._places.taken += 1
        return Caller(found, user)

    def left(self, user: int) -> None:
        """One that was let in is closed."""
        self._places.taken -= 1
        self._users[user] -= 1
        if not self._users[user]:
            del self._users[user]

    def look(self, now: float) -> None:
        """A new second: whoever waits may come."""
        if self.shut and int(now) != self._second:
            self.shut = False
            self._all.register(self.fd, EPOLLIN)

    def close(self) -> None:
        """Nobody comes in any more."""
        self._socket.close()
        with suppress(OSError):
            if self._path.stat().st_ino == self._inode:  # not that of one who has taken our place
                self._path.unlink()

    def _full(self, user: int) -> bool:
        here = self._users
        return not self._places.free() or here[user] >= MOST_OF_A_USER or here.total() >= MOST_AT_A_DOOR

    def _shut(self) -> None:
        self.shut = True
        self._all.unregister(self.fd)


def make_folder(folder: Path) -> None:
    """One that exists keeps its owner and group, which the installation gave it."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(FOLDER_MODE)


def _listening(path: Path) -> socket.socket:
    """Where one lies that nobody closed, the new one takes its place."""
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    try:
        path.unlink(missing_ok=True)
        found.bind(str(path))
        path.chmod(SOCKET_MODE)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise CannotListen(f"{path}: {error.strerror or error}") from None
    return found


def raise_descriptor_limit() -> None:
    """As many as the system lets us have: a terminal has two connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
