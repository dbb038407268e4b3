"""How the cabinet gets onto a machine: units, users, directories, names of devices, and the installer.

The installer runs before anything of ours is installed, so it needs nothing but Debian's own Python.

units/boxcars-.service.d   what all processes share: what is closed to them, how they are started again, bounds on logs
units/*.service            what is a process's own: user, secrets, watchdog, memory, devices
libexec/                   the pause before a start; who says aloud that a unit stays down; the browser
emulated/                  what stands in for the devices on a demo machine
sysusers.d, tmpfiles.d, udev, journald   users and groups, directories and sockets by role, device names, the system log
nftables/, firewall        what the kernel drops before it reaches the edge
etc/                       patterns of the settings under /etc/boxcars
patterns                   what of the above is made from the rows of `config/devices.py`: @device@, @unit@
install                    install, upgrade, rollback, uninstall; steps in program, lay, settings, table, machine, …
refusals                   the codes with which the installer stops

`config/process/supervisor.py` is the line to systemd (ready, status, watchdog); `tests/boot` does all of it to a real
machine.
"""
