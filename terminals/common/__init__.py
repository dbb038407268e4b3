"""What all screens share: the line to the controller, the page server, the past, the kiosk."""
