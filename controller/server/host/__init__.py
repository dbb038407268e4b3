"""The machine around the controller: its process, software, power, disks, and the source of chance."""
