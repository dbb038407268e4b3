"""Acts of the staff, from the station to the table: which a person may do now (`offers`), and what comes of one that is
wanted (`station_acts`): what it brings is looked at (`fields`), and so is a PIN that comes with it (`with_pins`).
"""
