"""How the cabinet gets onto a machine: units, users, directories, names of devices, and the installer.

The installer runs before anything of ours is installed, so it needs nothing but Debian's own Python.
"""
