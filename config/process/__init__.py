"""What every process does besides its work: logs, and telling systemd how it is. Each process calls it at its start.
Also what systemd says of a process that it has given up on."""
