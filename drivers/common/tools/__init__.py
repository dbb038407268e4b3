"""What a technician does with a unit from a console, whatever unit it is."""
