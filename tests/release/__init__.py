"""Wheel, bill of materials, licences, advisories."""
