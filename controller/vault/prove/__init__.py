"""Proving a journal: chain, signatures, books, devices, replay."""
