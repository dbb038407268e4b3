"""A small disk, which can be full."""

import errno
import os
import subprocess
from pathlib import Path


def may_mount() -> bool:
    """Whether this machine lets us have some."""
    return os.geteuid() == 0


class Disk:
    """Mounted at a folder; where nothing may be mounted it is only the folder."""

    def __init__(self, place: Path, mebibytes: int, owner: str | None = None) -> None:
        self.place, self._ballast = place, place / "ballast"
        place.mkdir(mode=0o700)
        self._mounted = may_mount()
        if self._mounted:
            how = f"size={mebibytes}m,mode=0700" + (f",uid={owner},gid={owner}" if owner else "")
            subprocess.run(["mount", "-t", "tmpfs", "-o", how, "boxcars-test", place], check=True)

    def fill(self, left: int) -> None:
        """Until so many bytes are left; whoever writes meanwhile may take of the room that was just counted."""
        with self._ballast.open("wb") as file:
            while (room := self._room() - left) > 0:
                try:
                    os.posix_fallocate(file.fileno(), 0, room)
                    return
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def _room(self) -> int:
        found = os.statvfs(self.place)
        return found.f_bavail * found.f_frsize

    def free(self) -> None:
        """There is room again."""
        self._ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        """Gone, with all that is on it."""
        if self._mounted:
            subprocess.run(["umount", "--lazy", self.place], check=False)
