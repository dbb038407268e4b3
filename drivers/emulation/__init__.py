"""What both emulators need to be commanded: a control socket of one JSON line each way. Nothing of any interface."""
