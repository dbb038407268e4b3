"""Where things lie on an installed machine."""

from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE.parent

PROGRAM = Path("/opt/boxcars")
VERSIONS = PROGRAM / "versions"
CURRENT = PROGRAM / "current"
BEFORE = PROGRAM / "before"
"""A link to the version that ran before this one."""
SHARE = Path("share/boxcars")
"""Of a version: its units, users, rules and docs, so that a rollback brings back its own."""
COMMAND = Path("/usr/local/bin/boxcars")

SETTINGS = Path("/etc/boxcars")
KEYS = SETTINGS / "keys"
PAGE_KEY = KEYS / "page.key_secret"
PIN = SETTINGS / "journal.pin"
FLOOR_CERTIFICATE = SETTINGS / "floor.crt"
STATE = Path("/var/lib/boxcars")
VAULT = STATE / "vault"
COPIES = STATE / "before-upgrade"
COPIES_KEPT = 3

UNITS = Path("/usr/local/lib/systemd/system")
USERS = Path("/usr/local/lib/sysusers.d/boxcars.conf")
DIRECTORIES = Path("/usr/local/lib/tmpfiles.d/boxcars.conf")
DIRECTORIES_EMULATED = Path("/usr/local/lib/tmpfiles.d/boxcars-emulated.conf")
DEVICES = Path("/etc/udev/rules.d/60-boxcars.rules")
LOGGING = Path("/etc/systemd/journald.conf.d/boxcars.conf")
DROP_INS = Path("/etc/systemd/system")

CABINET_UNITS = (
    "boxcars-controller.service",
    "boxcars-records.service",
    "boxcars-panel.service",
    "boxcars-display.service",
    "boxcars-operator.service",
)
"""Beside the driver of the device that its game is played with."""
FIREWALL_RULES = Path("/usr/local/lib/boxcars/firewall.nft")
FIREWALL = "firewall-boxcars.service"
EDGE = "boxcars-edge.service"
"""Where somebody may come from elsewhere."""
UPLINK = "boxcars-uplink.service"
"""Where the settings name a floor."""
POWER_OFF = "boxcars-power-off.path"
GO_BACK = "boxcars-rollback.path"
"""A supervisor wants the version before, at the menu."""
ROLLBACK = "rollback-boxcars.service"
TOUCH = "boxcars-touch.path"
"""Where this machine has a screen, which staff may set right."""
TOUCH_SERVICE = "touch-boxcars.service"
HEALTH = "health-boxcars.timer"
"""Has disks, clock and batteries asked how they are."""
HEALTH_UNITS = ("health-boxcars.service", HEALTH)
TARGET = "boxcars.target"
KIOSK = "boxcars-kiosk.service"


def share() -> Path:
    """What the version in force brings along."""
    return CURRENT / SHARE
