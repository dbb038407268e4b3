"""Reading a journal, live or dead, without disturbing its writer."""
