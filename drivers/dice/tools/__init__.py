"""What a technician does with a dice unit from a console."""
