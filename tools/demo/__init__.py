"""The demo cabinet: its files, its processes, and the page that links its screens."""
