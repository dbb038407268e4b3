"""What is decided before a machine is switched on: settings of cabinet, drivers, screens and floor, and their models.

`devices` has a row for each device. Everybody may call it; it calls nobody of ours.
"""
