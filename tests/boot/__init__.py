"""A machine from nothing: debootstrap, systemd-nspawn, make install, play, and all that can be done to it."""
