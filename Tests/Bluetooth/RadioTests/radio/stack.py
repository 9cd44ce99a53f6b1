"""The Bluetooth stack inside the VM: system bus, virtual controllers, bluetoothd."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import time

BLUETOOTHD = next(
    (p for p in ("/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd") if os.path.exists(p)),
    "bluetoothd",
)
LOGS = pathlib.Path("/run/radio")
# The controllers that this machine brings along, or those of its release.
BTVIRT = next((p for p in ("/run/share/btvirt",) if os.path.exists(p)), "btvirt")
# The processors of the machine, which has one or two, as a mask.
ALL_CPUS = "3" if (os.cpu_count() or 1) > 1 else "1"
# On which processors the kernel does the work of its work queues, as a mask.
WORK_CPUS = pathlib.Path("/sys/devices/virtual/workqueue/cpumask")
# How much slower this computer is than two idle processors on which the machine boots in ten seconds.
SLOWNESS = max(1.0, float(os.environ.get("BOOTED", "10")) / 10)
# No wait is longer: vm/boot.bash takes three silent minutes for a hang.
LONGEST_WAIT = 170.0


def patient(seconds: float) -> float:
    """The time to wait here for what takes at most `seconds` on a fast computer."""
    return max(seconds, min(seconds * SLOWNESS, LONGEST_WAIT))


class StackError(Exception):
    """A part of the stack did not come up in time."""


def wait_until(claim: str, check, seconds: float) -> None:
    """Polls `check` until it holds; raises a StackError that names `claim` when it does not."""
    deadline = time.monotonic() + patient(seconds)
    while not check():
        if time.monotonic() > deadline:
            raise StackError(f"{claim}: not within {patient(seconds):g} s")
        time.sleep(0.2)
    print("~", claim)


def dbus(*words: str, timeout: float = 10) -> str:
    """One method call on the system bus by dbus-send; the reply as text, or the error as text."""
    command = ["dbus-send", "--system", "--print-reply", f"--reply-timeout={int(timeout * 1000)}", *words]
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout + 5, check=False)
    return result.stdout if result.returncode == 0 else result.stderr


def get_property(path: str, interface: str, name: str) -> str:
    """The printed value of one property of a BlueZ object, such as `true` or `"hci0"`."""
    words = ["--dest=org.bluez", path, "org.freedesktop.DBus.Properties.Get"]
    reply = dbus(*words, f"string:{interface}", f"string:{name}")
    match = re.search(r"variant\s+(?:\w+\s+)(.*)$", reply, re.MULTILINE)
    return match.group(1).strip() if match else reply.strip()


def set_powered(adapter: str, on: bool) -> str:
    """Switches an adapter on or off; the reply or error as text."""
    words = ["--dest=org.bluez", f"/org/bluez/{adapter}", "org.freedesktop.DBus.Properties.Set"]
    return dbus(*words, "string:org.bluez.Adapter1", "string:Powered", f"variant:boolean:{str(on).lower()}")


class Daemon:
    """One process of the stack, with its output in a file, ended by its id."""

    def __init__(self, name: str, *command: str) -> None:
        LOGS.mkdir(exist_ok=True)
        self.name = name
        self.log = LOGS / f"{name}.log"
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    @property
    def runs(self) -> bool:
        """Whether the process has not ended."""
        return self.process.poll() is None

    def stop(self) -> None:
        """Asks the process to end, and forces it after five seconds."""
        if not self.runs:
            return
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Stack:
    """What a scenario may start, stop and restart."""

    def __init__(self, adapters: int = 2, verbose: bool = True) -> None:
        self.adapters = adapters
        self.verbosity = ["-d"] if verbose else []
        self.air_options: tuple[str, ...] = ()
        self.bus: Daemon | None = None
        self.air: Daemon | None = None
        self.bluetoothd: Daemon | None = None

    def start_bus(self, config: str | None = None) -> None:
        """Starts the system bus, with the machine's own configuration or another file."""
        os.makedirs("/run/dbus", exist_ok=True)
        which = [f"--config-file={config}"] if config else ["--system"]
        self.bus = Daemon("dbus", "dbus-daemon", *which, "--nofork", "--nopidfile", "--address=unix:path=/run/dbus/system_bus_socket")
        names = ("--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")
        wait_until("system bus", lambda: "org.freedesktop.DBus" in dbus(*names), 20)

    def stop_bus(self) -> None:
        """Stops the system bus."""
        if self.bus:
            self.bus.stop()

    def start_air(self) -> None:
        """Starts the virtual controllers, one air for all.

        A radio repeats an advertisement. btvirt tells of it once, right behind its answer to the scan, and the kernel
        drops it unless it has noted by then that it discovers. So btvirt gives way to the kernel's work, on one CPU.
        """
        mask = "2" if (os.cpu_count() or 1) > 1 else "1"
        WORK_CPUS.write_text(mask)
        polite = ["chrt", "--idle", "0", "taskset", mask]
        self.air = Daemon("btvirt", *polite, BTVIRT, f"-l{self.adapters}", *self.air_options)
        wait_until("controllers", lambda: len(os.listdir("/sys/class/bluetooth")) >= self.adapters, 20)

    def hurry(self) -> None:
        """Lets the controllers run as everything else does, for measurements, once nobody scans any more."""
        if self.air:
            subprocess.run(["chrt", "--other", "--pid", "0", str(self.air.process.pid)], check=True)
            subprocess.run(["taskset", "--pid", ALL_CPUS, str(self.air.process.pid)], check=True, stdout=subprocess.DEVNULL)
        WORK_CPUS.write_text(ALL_CPUS)

    def start_bluetoothd(self, seconds: float = 30) -> None:
        """Starts bluetoothd and waits until it shows every adapter."""
        os.makedirs("/var/lib/bluetooth", exist_ok=True)
        self.bluetoothd = Daemon("bluetoothd", BLUETOOTHD, "-n", *self.verbosity)
        wait_until("adapters of bluetoothd", lambda: self.adapters_shown() >= self.adapters, seconds)

    def adapters_shown(self) -> int:
        """How many adapters bluetoothd has published."""
        words = ("--dest=org.bluez", "/", "org.freedesktop.DBus.ObjectManager.GetManagedObjects")
        if not dbus("--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", "string:org.bluez").strip().endswith("true"):
            return 0
        return len(set(re.findall(r'object path "(/org/bluez/hci\d+)"', dbus(*words))))

    def stop_bluetoothd(self) -> None:
        """Stops bluetoothd, as `systemctl stop bluetooth` does."""
        if self.bluetoothd:
            self.bluetoothd.stop()

    def restart_bluetoothd(self) -> None:
        """Stops and starts bluetoothd, as `systemctl restart bluetooth` does."""
        self.stop_bluetoothd()
        self.start_bluetoothd()

    def start_radio(self) -> None:
        """Starts controllers and bluetoothd, with nothing remembered of the time before.

        Emulation that is slow for a moment misses a controller's answer to its first reset, which takes two seconds
        at most (`Opcode 0x0c03 failed`); new controllers are asked then.
        """
        for attempt in range(4):
            try:
                self.start_air()
                self.start_bluetoothd(12)
                return
            except StackError as error:
                print(f"# attempt {attempt + 1}: {error}")
                self.stop_radio()
        raise StackError("the virtual controllers do not answer")

    def stop_radio(self) -> None:
        """Takes bluetoothd and the controllers away, and what bluetoothd has stored."""
        self.stop_bluetoothd()
        if self.air:
            self.air.stop()
        wait_until("controllers gone", lambda: not os.listdir("/sys/class/bluetooth"), 10)
        shutil.rmtree("/var/lib/bluetooth", ignore_errors=True)

    def renew_radio(self, adapters: int, *options: str) -> None:
        """Takes so many new controllers in place of those that are there, in an air with these options of btvirt."""
        self.stop_radio()
        self.adapters = adapters
        self.air_options = options
        self.start_radio()

    def cut_power(self) -> None:
        """Kills everything at once; what bluetoothd has stored stays, and what lies in /run goes."""
        daemons = [daemon for daemon in (self.air, self.bluetoothd, self.bus) if daemon and daemon.runs]
        for daemon in daemons:
            daemon.process.kill()
        for daemon in daemons:
            daemon.process.wait()
        wait_until("controllers gone", lambda: not os.listdir("/sys/class/bluetooth"), 10)
        shutil.rmtree("/run/dbus", ignore_errors=True)

    def start(self) -> None:
        """Bus, controllers, bluetoothd, in this order."""
        self.start_bus()
        self.start_radio()
