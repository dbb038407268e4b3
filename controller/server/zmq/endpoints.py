"""Where the sockets of this machine are: a directory for each role, whose permissions say who may use it."""

from pathlib import Path


def folder_of(run: Path, role: str) -> Path:
    """The directory whose permissions say who may use a role's socket."""
    return run / role


def commands_endpoint(run: Path, role: str) -> str:
    """Where local peers of this role connect."""
    return f"ipc://{folder_of(run, role) / 'commands'}"


def broadcasts_endpoint(run: Path) -> str:
    """Where local peers listen."""
    return f"ipc://{run / 'public' / 'broadcasts'}"
