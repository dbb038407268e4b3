"""What emulators have in common: control socket and orders, and of serial units pty, frame, reports, trouble
and, of those that a frame's trouble can befall, all that they do alike (`unit`).
"""
