"""`boxcars floor`: the process of a floor, and what a person decides about it (`command`, `deciding`)."""
