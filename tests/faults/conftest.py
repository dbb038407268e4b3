"""Vaults to spoil."""

from tests.vault.conftest import clock, played, reopen, vault

__all__ = ["clock", "played", "reopen", "vault"]
