"""Controllers that are plugged in and pulled out, or carried out of range, while the air of btvirt goes on."""

from __future__ import annotations

import os
import select
import socket
import threading
import time

VHCI = "/dev/vhci"
# Where btvirt lets foreign hosts in (its option -s).
AIR = "/tmp/bt-server-le"
# The first byte of what is said to the driver itself, and what it is asked for: a controller, or one that nobody uses.
VENDOR = 0xFF
CONTROLLER = 0x00
RAW = 0x80
# HCI Disconnect, of the one handle that btvirt 5.66 gives to links, because of the supervision time-out.
CUT = bytes([0x01, 0x06, 0x04, 0x03, 42, 0, 0x08])
# How long the header of a packet is behind its type, and where in it the length stands, with its size: ACL data and events.
HEADERS = {0x02: (4, 2, 2), 0x04: (2, 1, 1)}
# The first bytes of the kernel's commands that switch advertising and scanning on or off by the byte behind these.
SWITCHES = (bytes([0x01, 0x0A, 0x20]), bytes([0x01, 0x0C, 0x20]))
RESET = bytes([0x01, 0x03, 0x0C])
# The end of a link, and the supervision time-out as its reason.
DISCONNECTED, TIMEOUT = b"\x04\x05", b"\x08"
# How an answer to a command begins, and how long the kernel has for it before it hears more. btvirt tells of
# advertisements right behind its answer to a scan, and the kernel drops them until it has noted that it discovers.
ANSWER, PAUSE = b"\x04\x0e", 0.05


def create(kind: int) -> tuple[int, int]:
    """Makes the kernel show a controller; the descriptor that carries it, and its number."""
    descriptor = os.open(VHCI, os.O_RDWR)
    os.write(descriptor, bytes([VENDOR, kind]))
    answer = os.read(descriptor, 16)
    return descriptor, answer[2] | answer[3] << 8


class Placeholder:
    """A controller that nobody uses, so that its number is taken."""

    def __init__(self) -> None:
        self.descriptor, self.number = create(RAW)

    def close(self) -> None:
        """Gives the number back."""
        os.close(self.descriptor)


class Dongle:
    """A controller in the air, plugged in from the beginning; its address is the same each time."""

    def __init__(self) -> None:
        self.link = socket.socket(socket.AF_UNIX)
        self.link.connect(AIR)
        self.descriptor, number = create(CONTROLLER)
        self.name = f"hci{number}"
        self.ends = False
        self.is_away = False
        # What the kernel has switched on or off, by how the command begins, and the commands whose answers it does not hear.
        self.switched: dict[bytes, bytes] = {}
        self.hidden: list[bytes] = []
        self.lock = threading.Lock()
        self.relay = threading.Thread(target=self.carry, daemon=True)
        self.relay.start()

    def carry(self) -> None:
        """Carries packets between kernel and air."""
        kept = b""
        while not self.ends:
            ready, _, _ = select.select([self.descriptor, self.link], [], [], 0.1)
            if self.descriptor in ready:
                with self.lock:
                    self.take_command(os.read(self.descriptor, 4096))
            if self.link in ready:
                kept += self.link.recv(4096)
                while packet := first_packet(kept):
                    with self.lock:
                        self.take_event(packet)
                    if packet.startswith(ANSWER):
                        time.sleep(PAUSE)
                    kept = kept[len(packet):]

    def take_command(self, packet: bytes) -> None:
        """Passes on what the kernel says; out of range, a controller answers the kernel, and nobody hears it."""
        if packet.startswith(RESET):
            self.switched = {}
        if packet.startswith(SWITCHES):
            self.switched[packet[:3]] = packet
            if self.is_away:
                os.write(self.descriptor, ANSWER + bytes([4, 1]) + packet[1:3] + b"\0")
                return
        self.link.sendall(packet)

    def take_event(self, packet: bytes) -> None:
        """Passes on what the air says, but for answers to what the kernel has not asked."""
        command = answered_command(packet)
        if command in self.hidden:
            self.hidden.remove(command)
            return
        if self.is_away and packet.startswith(DISCONNECTED):
            packet = packet[:-1] + TIMEOUT
        os.write(self.descriptor, packet)

    def leave(self) -> None:
        """Carries it out of range: it hears nothing and is not heard, and a link ends with the supervision time-out."""
        with self.lock:
            self.is_away = True
            self.say([CUT] + [packet[:4] + b"\0" + packet[5:] for packet in self.on])

    def come_back(self) -> None:
        """Carries it into range again: what the kernel has switched on, or left on, is on."""
        with self.lock:
            self.is_away = False
            self.say(self.on)

    @property
    def on(self) -> list[bytes]:
        """The commands of what the kernel has switched on."""
        return [packet for packet in self.switched.values() if packet[4]]

    def say(self, commands: list[bytes]) -> None:
        """Gives commands of which the kernel knows nothing."""
        for command in commands:
            self.hidden.append(command[1:3])
            self.link.sendall(command)

    def pull(self) -> None:
        """Pulls it out, if it is in; the other end of its link hears nothing more, and gives it up."""
        if self.ends:
            return
        self.ends = True
        self.relay.join()
        self.link.sendall(CUT)
        os.close(self.descriptor)
        # btvirt is to read this before the end.
        time.sleep(0.5)
        self.link.close()


def answered_command(packet: bytes) -> bytes | None:
    """The number of the command that an event answers, be it done or only begun."""
    places = {0x0E: 4, 0x0F: 5}
    place = places.get(packet[1]) if packet[0] == 0x04 else None
    return packet[place:place + 2] if place else None


def first_packet(stream: bytes) -> bytes:
    """The first whole packet, or nothing if it is not there yet."""
    if not stream:
        return b""
    length, place, size = HEADERS[stream[0]]
    if len(stream) < 1 + length:
        return b""
    end = 1 + length + int.from_bytes(stream[1 + place:1 + place + size], "little")
    return stream[:end] if len(stream) >= end else b""
