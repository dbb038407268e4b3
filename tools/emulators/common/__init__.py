"""What emulators have in common: control socket and orders, and of serial units pty, frame, reports and trouble.

Where trouble is of single frames, all that units do alike at their end of the line is in `unit`.
"""
