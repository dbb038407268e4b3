"""What all drivers have in common: the line to the controller, ending at once, how console tools complain.

What units on a serial line share lies in rooms of its own: `serial` the line and its frames, `unit` the driver,
`tools` what a technician does from a console.
"""
