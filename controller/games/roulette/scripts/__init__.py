"""Scripted tables: these wagers, this number, what happens. Called through the game's row alone."""
