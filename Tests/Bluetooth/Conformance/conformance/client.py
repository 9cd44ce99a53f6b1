"""A program on the bus: it calls, hears signals, and serves objects."""

from __future__ import annotations

import os
import re
import select
import socket
import time
from collections.abc import Callable
from typing import Any

from wire import CALL, ERROR, RETURN, SIGNAL, Message, Variant, decode, encode, length

BUS = "org.freedesktop.DBus"
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
BLUEZ = "org.bluez"
# Longer than bluetoothd waits for anybody.
LONGEST_ANSWER = 45.0

Objects = dict[str, dict[str, dict[str, Variant]]]
# What a served object does when it is called: the types and values of its answer, a tuple of an error's name and text,
# or nothing for a call that is never answered.
Handler = Callable[[Message], Any]


class Client:
    """One connection to the bus. Nothing is read but in `pump`, so what arrives has one order."""

    everybody: list[Client] = []

    def __init__(self, address: str) -> None:
        self.socket = open_socket(address)
        self.received = b""
        self.serial = 0
        self.replies: dict[int, Message] = {}
        # Signals, and the replies to this client's calls, in the order in which they came.
        self.heard: list[Message] = []
        # The calls of this client's objects, in their order.
        self.calls: list[Message] = []
        self.objects: Objects = {}
        self.handlers: dict[tuple[str, str], Handler] = {}
        self.files: list[int] = []
        Client.everybody.append(self)
        self.name = self.call("/org/freedesktop/DBus", BUS, "Hello", to=BUS).body[0]
        self.call("/org/freedesktop/DBus", BUS, "AddMatch", "s", f"type='signal',sender='{BLUEZ}'", to=BUS)

    def leave(self) -> None:
        """Leaves the bus."""
        Client.everybody.remove(self)
        self.socket.close()

    # Out

    def send(self, message: Message) -> int:
        """Sends a message and returns its number."""
        self.serial += 1
        message.serial = self.serial
        self.socket.sendall(encode(message))
        return self.serial

    def begin(self, path: str, interface: str, member: str, signature: str = "", *body: Any, to: str = BLUEZ) -> int:
        """Begins a call; `finish` brings its answer."""
        return self.send(Message(CALL, path, interface, member, destination=to, signature=signature, body=list(body)))

    def finish(self, call: int) -> Message:
        """The answer to a call."""
        deadline = time.monotonic() + LONGEST_ANSWER
        while call not in self.replies:
            if time.monotonic() > deadline:
                return Message(ERROR, error="no answer", body=[""])
            pump(0.5)
        return self.replies.pop(call)

    def call(self, *words: Any, to: str = BLUEZ) -> Message:
        """A call's answer."""
        return self.finish(self.begin(*words, to=to))

    def changed(self, path: str, interface: str, properties: dict[str, Variant]) -> None:
        """Tells everybody that properties of an object of this client have changed."""
        self.objects[path][interface].update(properties)
        body = [interface, properties, []]
        self.send(Message(SIGNAL, path, PROPERTIES, "PropertiesChanged", signature="sa{sv}as", body=body))

    # In

    def receive(self) -> bool:
        """Reads what is there; says whether that was anything."""
        data, files, _, _ = socket.recv_fds(self.socket, 1 << 18, 16)
        if not data:
            raise ConnectionError("the bus is gone")
        self.files += files
        self.received += data
        while (size := length(self.received)) is not None and size <= len(self.received):
            message = decode(self.received[:size])
            self.received = self.received[size:]
            self.take(message)
        return True

    def take(self, message: Message) -> None:
        """Notes a message, and answers a call."""
        if message.kind == CALL:
            self.answer(message)
        elif message.kind == SIGNAL:
            if message.sender != BUS:
                self.heard.append(message)
        else:
            self.replies[message.reply_to] = message
            self.heard.append(message)

    def answer(self, call: Message) -> None:
        """Answers a call as this client's object would."""
        result: Any
        if call.interface == OBJECT_MANAGER and (call.path, call.member) not in self.handlers:
            below = {path: found for path, found in self.objects.items() if path.startswith(call.path.rstrip("/") + "/")}
            result = ("a{oa{sa{sv}}}", below)
        elif call.interface == PROPERTIES and (call.path, call.member) not in self.handlers:
            result = self.property(call)
        else:
            if call.interface not in (OBJECT_MANAGER, PROPERTIES):
                self.calls.append(call)
            handler = self.handlers.get((call.path, call.member)) or self.handlers.get(("", call.member))
            result = handler(call) if handler else ("ay", b"abc") if call.member == "ReadValue" else ()
        if result is None or call.flags & 1:
            return
        if isinstance(result, Refused):
            self.send(Message(ERROR, error=result.name, destination=call.sender, reply_to=call.serial, signature="s", body=[result.text]))
            return
        signature, *body = result or ("",)
        self.send(Message(RETURN, destination=call.sender, reply_to=call.serial, signature=signature, body=body))

    def property(self, call: Message) -> Any:
        """The answer to Get or GetAll."""
        known = self.objects.get(call.path, {}).get(call.body[0], {})
        if call.member == "GetAll":
            return ("a{sv}", known)
        value = known.get(call.body[1])
        return ("v", value) if value else Refused("org.freedesktop.DBus.Error.InvalidArgs", "There is no such property")


class Refused:
    """The answer of an object that refuses."""

    def __init__(self, name: str, text: str = "words") -> None:
        self.name = name
        self.text = text


def open_socket(address: str) -> socket.socket:
    """A connection to the bus at an address of D-Bus, after its greeting."""
    path = re.search(r"unix:(?:.*,)?(path|abstract)=([^,;]+)", address)
    if not path:
        raise ValueError(f"{address} is no address of a unix socket")
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path[2] if path[1] == "path" else "\0" + path[2])
    connection.sendall(b"\0AUTH EXTERNAL " + str(os.geteuid()).encode().hex().encode() + b"\r\n")
    for answer, next_line in ((b"OK", b"NEGOTIATE_UNIX_FD\r\n"), (b"AGREE", b"BEGIN\r\n")):
        line = b""
        while not line.endswith(b"\r\n"):
            line += connection.recv(1)
        if not line.startswith(answer):
            raise ConnectionError(line.decode())
        connection.sendall(next_line)
    return connection


def pump(seconds: float) -> bool:
    """Lets all clients take what arrives within this time; says whether something did."""
    sockets = {client.socket: client for client in Client.everybody}
    ready, _, _ = select.select(list(sockets), [], [], seconds)
    return any([sockets[one].receive() for one in ready])
