"""Paper that is worth money: a room for each device that takes it in or gives it out. None of them decides anything."""
