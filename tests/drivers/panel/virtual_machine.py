"""Run `test_virtual_usb.py` in a virtual machine, where the host's own kernel offers no `vhci-hcd`.

    python -m tests.drivers.panel.virtual_machine KERNEL_TREE

KERNEL_TREE is an unpacked Debian kernel package (`apt-get download linux-image-…; dpkg-deb -x … KERNEL_TREE`; then
`depmod -b KERNEL_TREE VERSION`). Needs qemu-system-x86, busybox-static, kmod, cpio, udev and libusb-1.0-0. The machine
boots that kernel without acceleration, mounts the host's files read-only and runs the tests on them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
MODULES = ("virtio_pci", "9pnet_virtio", "9p", "vhci-hcd")
PATIENCE = 900.0
PASSED = "VIRTUAL USB PASSED"
INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /host
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in {modules}; do /bin/busybox insmod /modules/$module; done
/bin/busybox mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose host /host
for place in proc sys dev; do /bin/busybox mount --bind /$place /host/$place; done
/bin/busybox mount -t tmpfs tmp /host/tmp
/bin/busybox mount -t tmpfs run /host/run
/bin/busybox chroot /host /lib/systemd/systemd-udevd --daemon
/bin/busybox ifconfig lo 127.0.0.1 up
/bin/busybox chroot /host /bin/sh -c 'cd {repository} && PYTHONDONTWRITEBYTECODE=1 {python} -m pytest -v -rs \
  -p no:cacheprovider tests/drivers/panel/test_virtual_usb.py --timeout 600 && echo {passed}'
/bin/busybox poweroff -f
"""


def module_files(tree: Path) -> list[Path]:
    """The modules wanted and those they need, in the order to load them."""
    (version,) = (tree / "lib" / "modules").iterdir()
    needs = {}
    for line in (version / "modules.dep").read_text().splitlines():
        name, _, others = line.partition(":")
        needs[Path(name).stem] = [*reversed(others.split()), name]
    wanted = [version / file for module in MODULES for file in needs.get(module, [])]
    return list(dict.fromkeys(wanted))


def make_initrd(tree: Path, folder: Path) -> Path:
    root = folder / "initrd"
    (root / "bin").mkdir(parents=True)
    (root / "modules").mkdir()
    shutil.copy("/bin/busybox", root / "bin")
    files = module_files(tree)
    for file in files:
        shutil.copy(file, root / "modules")
    init = root / "init"
    words = {"repository": REPOSITORY, "python": sys.executable, "passed": PASSED}
    init.write_text(INIT.format(modules=" ".join(file.name for file in files), **words))
    init.chmod(0o755)
    archive = folder / "initrd.cpio"
    with archive.open("wb") as output:
        names = "\n".join(str(path.relative_to(root)) for path in root.rglob("*"))
        subprocess.run(["cpio", "-o", "-H", "newc"], cwd=root, input=names.encode(), stdout=output, check=True)
    return archive


def main(words: list[str]) -> int:
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    tree = Path(words[0])
    (kernel,) = (tree / "boot").glob("vmlinuz-*")
    with tempfile.TemporaryDirectory() as folder:
        qemu = ["qemu-system-x86_64", "-nographic", "-no-reboot", "-m", "1024", "-kernel", str(kernel)]
        qemu += ["-initrd", str(make_initrd(tree, Path(folder))), "-append", "console=ttyS0 quiet panic=-1"]
        qemu += ["-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"]
        run = subprocess.run(qemu, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
    text = run.stdout.decode(errors="replace")
    print(text)
    return 0 if PASSED in text.replace(f"echo {PASSED}", "") else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
