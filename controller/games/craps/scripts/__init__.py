"""Scripted tables: these wagers, these dice, what happens."""
