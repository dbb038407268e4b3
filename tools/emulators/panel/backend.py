"""The emulated bus as a pyusb backend: what libusb is to real boards, this is to emulated ones."""

import errno
from array import array
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Protocol

from usb.backend import IBackend
from usb.core import USBError, USBTimeoutError

from tools.emulators.panel.board import Unplugged

BUS_NUMBER = 1
SERIAL_STRING = 3
GET_DESCRIPTOR = 6
STRING_TYPE = 3
ENGLISH = 0x0409
CONFIGURATION = 1
ENDPOINTS = (0x81, 0x01)


class AnyBus(Protocol):
    """A bus in this process, or one behind a socket."""

    vendor: int
    product: int

    def addresses(self) -> list[int]: ...
    def serial(self, address: int) -> str: ...
    def read(self, address: int, timeout: float) -> bytes | None: ...
    def write(self, address: int, data: bytes) -> None: ...


class EmulatedBackend(IBackend):  # type: ignore[misc]
    """Only what pyusb needs for one configuration with one interface and two interrupt endpoints."""

    def __init__(self, bus: AnyBus) -> None:
        self._bus = bus

    def enumerate_devices(self) -> Iterator[int]:
        return iter(self._bus.addresses())

    def get_parent(self, dev: int) -> None:  # noqa: ARG002
        return None

    def get_device_descriptor(self, dev: int) -> SimpleNamespace:
        return SimpleNamespace(
            bLength=18,
            bDescriptorType=1,
            bcdUSB=0x0200,
            bDeviceClass=0xFF,
            bDeviceSubClass=0,
            bDeviceProtocol=0,
            bMaxPacketSize0=64,
            idVendor=self._bus.vendor,
            idProduct=self._bus.product,
            bcdDevice=0x0100,
            iManufacturer=0,
            iProduct=0,
            iSerialNumber=SERIAL_STRING,
            bNumConfigurations=1,
            address=dev,
            bus=BUS_NUMBER,
            port_number=dev,
            port_numbers=(dev,),
            speed=2,
        )

    def get_configuration_descriptor(self, dev: int, config: int) -> SimpleNamespace:  # noqa: ARG002
        if config != 0:
            raise IndexError("one configuration only")
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=2,
            wTotalLength=32,
            bNumInterfaces=1,
            bConfigurationValue=CONFIGURATION,
            iConfiguration=0,
            bmAttributes=0x80,
            bMaxPower=50,
            extra_descriptors=[],
        )

    def get_interface_descriptor(self, dev: int, intf: int, alt: int, config: int) -> SimpleNamespace:  # noqa: ARG002
        if (intf, alt) != (0, 0):
            raise IndexError("one interface without alternatives")
        return SimpleNamespace(
            bLength=9,
            bDescriptorType=4,
            bInterfaceNumber=0,
            bAlternateSetting=0,
            bNumEndpoints=len(ENDPOINTS),
            bInterfaceClass=0xFF,
            bInterfaceSubClass=0,
            bInterfaceProtocol=0,
            iInterface=0,
            extra_descriptors=[],
        )

    def get_endpoint_descriptor(self, dev: int, ep: int, intf: int, alt: int, config: int) -> SimpleNamespace:  # noqa: ARG002
        return SimpleNamespace(
            bLength=7,
            bDescriptorType=5,
            bEndpointAddress=ENDPOINTS[ep],
            bmAttributes=3,
            wMaxPacketSize=8,
            bInterval=10,
            bRefresh=0,
            bSynchAddress=0,
            extra_descriptors=[],
        )

    def open_device(self, dev: int) -> int:
        self._there(dev)
        return dev

    def close_device(self, dev_handle: int) -> None:
        pass

    def set_configuration(self, dev_handle: int, config_value: int) -> None:  # noqa: ARG002
        self._there(dev_handle)

    def get_configuration(self, dev_handle: int) -> int:
        self._there(dev_handle)
        return CONFIGURATION

    def claim_interface(self, dev_handle: int, intf: int) -> None:  # noqa: ARG002
        self._there(dev_handle)

    def release_interface(self, dev_handle: int, intf: int) -> None:  # noqa: ARG002
        self._there(dev_handle)

    def intr_read(self, dev_handle: int, ep: int, intf: int, buff: "array[int]", timeout: int) -> int:  # noqa: ARG002
        try:
            data = self._bus.read(dev_handle, timeout / 1000)
        except Unplugged:
            raise _gone() from None
        if data is None:
            raise USBTimeoutError("Operation timed out", errno=errno.ETIMEDOUT)
        if len(data) > len(buff):
            raise USBError("Overflow", errno=errno.EOVERFLOW)
        buff[: len(data)] = array("B", data)
        return len(data)

    def intr_write(self, dev_handle: int, ep: int, intf: int, data: Any, timeout: int) -> int:  # noqa: ARG002
        try:
            self._bus.write(dev_handle, bytes(data))
        except Unplugged:
            raise _gone() from None
        return len(data)

    def ctrl_transfer(
        self,
        dev_handle: int,
        bmRequestType: int,  # noqa: ARG002, N803
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: ARG002, N803
        data: "array[int]",
        timeout: int,  # noqa: ARG002
    ) -> int:
        """The strings of a board are all that is asked for."""
        kind, index = divmod(wValue, 256)
        if (bRequest, kind) != (GET_DESCRIPTOR, STRING_TYPE):
            raise USBError("Pipe error", errno=errno.EPIPE)
        if index == 0:
            text = ENGLISH.to_bytes(2, "little")
        else:
            try:
                text = self._bus.serial(dev_handle).encode("utf-16-le")
            except Unplugged:
                raise _gone() from None
        answer = bytes((2 + len(text), STRING_TYPE)) + text
        fits = min(len(answer), len(data))
        data[:fits] = array("B", answer[:fits])
        return fits

    def _there(self, address: int) -> None:
        if address not in self._bus.addresses():
            raise _gone()


def _gone() -> USBError:
    return USBError("No such device (it may have been disconnected)", errno=errno.ENODEV)
