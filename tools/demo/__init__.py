"""The demo cabinet: its files, its processes, persons who play there, and the page that links its screens."""
