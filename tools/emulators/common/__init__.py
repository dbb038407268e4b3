"""What emulators have in common: control socket and orders, and of serial units pty, frame, reports and trouble."""
