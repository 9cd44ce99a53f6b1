#!/usr/bin/env bash
# bleak 3.1.0 listens to InterfacesAdded of every program whose object is below /org/bluez/, not of bluetoothd alone.
# bless 0.3.0 serves below /org/bluez/NAME, and announces its objects so. If both run on one computer, bleak takes a
# service of bless for one of a device, logs "A message handler raised an exception: 'Device'" with a traceback for each
# service, and leaves the message. A second thing: a start_notify that bluetoothd refuses leaves its callback behind,
# which gets each value that is read from then on. Fails if either has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${bus:-}" "${bluez:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check --target modules \
  bleak==3.1.0 bless==0.3.0
export PYTHONPATH=$PWD/modules
DBUS_SYSTEM_BUS_ADDRESS=$(dbus-daemon --session --print-address --nosyslog --fork --print-pid=3 3> pid)
export DBUS_SYSTEM_BUS_ADDRESS
bus=$(< pid)

# One adapter, and a connected device with a characteristic that can only be read.
cat > bluez.py << 'PYTHON'
import asyncio
from dbus_fast import BusType, DBusError, PropertyAccess, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, method

READ = PropertyAccess.READ
NAME = "00002a19-0000-1000-8000-00805f9b34fb"

class Adapter(ServiceInterface):
    @dbus_property(access=READ)
    def Address(self) -> "s": return "00:00:00:00:00:01"
    @dbus_property()
    def Alias(self) -> "s": return ""
    @Alias.setter
    def Alias(self, value: "s"): pass
    @method()
    def SetDiscoveryFilter(self, options: "a{sv}"): pass
    @method()
    def StartDiscovery(self): pass
    @method()
    def StopDiscovery(self): pass

class GattManager(ServiceInterface):
    @method()
    def RegisterApplication(self, path: "o", options: "a{sv}"): pass
    @method()
    def UnregisterApplication(self, path: "o"): pass

class AdvertisingManager(ServiceInterface):
    @method()
    def RegisterAdvertisement(self, path: "o", options: "a{sv}"): pass
    @method()
    def UnregisterAdvertisement(self, path: "o"): pass

class Device(ServiceInterface):
    @dbus_property(access=READ)
    def Adapter(self) -> "o": return "/org/bluez/hci0"
    @dbus_property(access=READ)
    def Address(self) -> "s": return "00:00:00:00:00:02"
    @dbus_property(access=READ)
    def Alias(self) -> "s": return "device"
    @dbus_property(access=READ)
    def Connected(self) -> "b": return True
    @dbus_property(access=READ)
    def Paired(self) -> "b": return False
    @dbus_property(access=READ)
    def ServicesResolved(self) -> "b": return True
    @dbus_property(access=READ)
    def UUIDs(self) -> "as": return []

class Service(ServiceInterface):
    @dbus_property(access=READ)
    def UUID(self) -> "s": return NAME.replace("2a19", "180f")
    @dbus_property(access=READ)
    def Device(self) -> "o": return "/org/bluez/hci0/dev_2"
    @dbus_property(access=READ)
    def Primary(self) -> "b": return True

class Characteristic(ServiceInterface):
    @dbus_property(access=READ)
    def UUID(self) -> "s": return NAME
    @dbus_property(access=READ)
    def Service(self) -> "o": return "/org/bluez/hci0/dev_2/service0001"
    @dbus_property(access=READ)
    def Flags(self) -> "as": return ["read"]
    @dbus_property(access=READ)
    def MTU(self) -> "q": return 517
    @dbus_property(access=READ)
    def Value(self) -> "ay": return b"abc"
    @method()
    def StartNotify(self): raise DBusError("org.bluez.Error.NotSupported", "Operation is not supported")
    @method()
    def ReadValue(self, options: "a{sv}") -> "ay":
        # bluetoothd signals what was read, and then answers.
        self.emit_properties_changed({"Value": b"abc"})
        return b"abc"

async def main():
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bus.export("/", ServiceInterface("org.example.Root"))
    for kind, name in ((Adapter, "Adapter1"), (GattManager, "GattManager1"), (AdvertisingManager, "LEAdvertisingManager1")):
        bus.export("/org/bluez/hci0", kind("org.bluez." + name))
    bus.export("/org/bluez/hci0/dev_2", Device("org.bluez.Device1"))
    bus.export("/org/bluez/hci0/dev_2/service0001", Service("org.bluez.GattService1"))
    bus.export("/org/bluez/hci0/dev_2/service0001/char0002", Characteristic("org.bluez.GattCharacteristic1"))
    await bus.request_name("org.bluez")
    print("open", flush=True)
    await bus.wait_for_disconnect()

asyncio.run(main())
PYTHON
cat > client.py << 'PYTHON'
import asyncio, subprocess, sys
from bleak import BleakClient, BleakScanner
from bleak.backends.device import BLEDevice
from bleak.exc import BleakError

async def main():
    bless = "import asyncio; from bless import BlessServer\n" \
        "async def main():\n" \
        "    server = BlessServer(name='Bless')\n" \
        "    await server.add_new_service('0000180d-0000-1000-8000-00805f9b34fb')\n" \
        "    await server.start(); print('open', flush=True); await asyncio.sleep(2)\n" \
        "asyncio.run(main())"
    async with BleakScanner(bluez={"adapter": "hci0"}):
        with subprocess.Popen([sys.executable, "-c", bless], stdout=subprocess.PIPE) as server:
            server.stdout.readline()
            await asyncio.sleep(0.5)
    path = "/org/bluez/hci0/dev_2"
    client = BleakClient(BLEDevice("00:00:00:00:00:02", "device", {"path": path, "props": {"Adapter": "/org/bluez/hci0"}}))
    await client.connect()
    characteristic = next(iter(client.services.characteristics.values()))
    values = []
    try:
        await client.start_notify(characteristic, lambda _, value: values.append(bytes(value)))
    except (BleakError, ValueError) as error:
        print("start_notify:", error)
    await client.read_gatt_char(characteristic)
    await asyncio.sleep(0.2)
    print("values that came to its callback:", values)

asyncio.run(main())
PYTHON
python3 bluez.py > bluez.log 2>&1 &
bluez=$!
for _ in {1..100}; do grep -qs open bluez.log && break; sleep 0.1; done
timeout 60 python3 client.py > out 2> err || { cat out err bluez.log; exit 2; }
cat out
grep 'handler raised' err | sort | uniq -c
grep -q "handler raised an exception: 'Device'" err
grep -q "callback: \[b'abc'\]" out
