#!/usr/bin/env bash
# python-dbusmock 0.38.1's template bluez5 stands in for bluetoothd in the tests of desktops. It answers six valid
# calls otherwise than bluetoothd 5.82 does (Tests/Bluetooth/Conformance/records/5.82.tsv has the check's number).
# StartDiscovery without SetDiscoveryFilter before ends in a KeyError of Python. A client that stops a discovery it
# has not started, starts one twice, connects twice or disconnects twice is tested against an answer that it never
# gets. Fails if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${mock:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq dbus-daemon libapparmor1 python3-dbus=1.3.2-4+b1 python3-gi gir1.2-glib-2.0 \
  libgirepository-1.0-1 libglib2.0-0 2> apt.log || { cat apt.log; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
python3 -m pip install --quiet --root-user-action ignore --disable-pip-version-check --no-deps \
  --target modules python-dbusmock==0.38.1
libraries=$(echo root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH=$libraries GI_TYPELIB_PATH=$libraries/girepository-1.0
export PYTHONPATH=$PWD/modules:$PWD/root/usr/lib/python3/dist-packages
address=$(root/usr/bin/dbus-daemon --session --print-address --nosyslog --fork --print-pid=3 3> pid)
mock=$(< pid)
export DBUS_SYSTEM_BUS_ADDRESS=$address

cat > ask.py << 'PYTHON'
import subprocess, sys, time
import dbus
words = ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "bluez5"]
mock = subprocess.Popen(words, stdout=subprocess.DEVNULL)
try:
    bus = dbus.SystemBus()
    while not bus.name_has_owner("org.bluez"):
        time.sleep(0.1)
    setting = dbus.Interface(bus.get_object("org.bluez", "/org/bluez"), "org.bluez.Mock")
    path = setting.AddAdapter("hci0", "computer")
    adapter = dbus.Interface(bus.get_object("org.bluez", path), "org.bluez.Adapter1")
    path = setting.AddDevice("hci0", "11:22:33:44:55:66", "phone")
    device = dbus.Interface(bus.get_object("org.bluez", path), "org.bluez.Device1")
    failed = False
    def ask(check, what, call, mocked, real):
        global failed
        try:
            call()
            answer = "ok"
        except dbus.DBusException as error:
            answer = error.get_dbus_name().removeprefix("org.bluez.Error.")
        print(f"{check}  {what}: {answer}; bluetoothd 5.82: {real}")
        failed |= answer != mocked
    ask(130, "StartDiscovery before SetDiscoveryFilter", adapter.StartDiscovery,
        "org.freedesktop.DBus.Python.KeyError", "ok")
    adapter.SetDiscoveryFilter({})
    ask(101, "StopDiscovery that was not started", adapter.StopDiscovery, "ok", "Failed")
    adapter.StartDiscovery()
    ask(132, "StartDiscovery again", adapter.StartDiscovery, "ok", "InProgress")
    ask(332, "Disconnect without a link", device.Disconnect, "NotConnected", "ok")
    device.Connect()
    ask(803, "Connect again", device.Connect, "AlreadyConnected", "ok")
    ask(106, "SetDiscoveryFilter, Transport nonsense",
        lambda: adapter.SetDiscoveryFilter({"Transport": "nonsense"}), "ok", "InvalidArguments")
    sys.exit(failed)
finally:
    mock.terminate()
    mock.wait()
PYTHON
/usr/bin/python3 ask.py
