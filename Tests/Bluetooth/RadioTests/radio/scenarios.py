"""The plan `one`: what people do with two controllers in one air, and what goes wrong."""

from __future__ import annotations

import contextlib
import pathlib
import re
import signal
import subprocess
import time
import traceback
from collections.abc import Callable

from . import keeping, online, refusals, talk
from .service import NOTIFY, WRITE
from .stack import LOGS, Stack, get_property, patient, set_powered, wait_until
from .terminal import HOMES, Terminal, as_nobody, run

HOST_DEVICE = "/org/bluez/hci1/dev_00_AA_01_00_00_00"
GUEST_DEVICE = "/org/bluez/hci0/dev_00_AA_01_01_00_01"

# The scenarios that passed before the machine broke: they are not run again.
PASSED = pathlib.Path("/run/share/passed")

# Black wins on the eighth rank.
GAME = [("h8", "h9"), ("i8", "i9"), ("j8", "j9"), ("k8", "k9"), ("l8", None)]


@contextlib.contextmanager
def host(*arguments: str, adapter: str = "hci0", home: str = "anna"):
    """A host that can be found."""
    words = ("host", "--new", "--adapter", adapter, "--name", "Anna", "--first", "me")
    terminal = Terminal(*words, *arguments, home=home)
    try:
        terminal.expect("Your table Anna is open")
        yield terminal
    finally:
        terminal.close()


@contextlib.contextmanager
def guest(*arguments: str, adapter: str = "hci1", home: str = "bert"):
    """A guest that looks for the host."""
    words = ("join", "Anna", "--new", "--adapter", adapter, "--name", "Bert")
    terminal = Terminal(*words, *arguments, home=home)
    try:
        yield terminal
    finally:
        terminal.close()


def is_connected(device: str) -> bool:
    """Whether bluetoothd shows a link to the device."""
    return get_property(device, "org.bluez.Device1", "Connected") == "true"


def wait_for_no_link() -> None:
    """Both ends of the link are down."""
    wait_until("the link is down", lambda: not is_connected(HOST_DEVICE) and not is_connected(GUEST_DEVICE), 15)


def start_game(black: Terminal, white: Terminal) -> None:
    """Waits until both are seated; two who meet for the first time compare the six digits."""
    digits = white.expect(r"You are at \W?Anna|Does \W?Anna\W?'s screen show (\d{3} \d{3})", 60).group(1)
    if digits:
        assert black.expect(r"Does \W?Bert\W?'s screen show (\d{3} \d{3})").group(1) == digits
        black.type("yes")
        white.type("yes")
        white.expect(r"You are at \W?Anna")
    black.expect(r"Bert\W? joined your table")
    black.expect("You are Black")
    white.expect(r"You are White")


def last_board(screen: str) -> str:
    """The last board on the screen, with the line that says who won."""
    boards = re.findall(r"    a b c.*?\n(?: ?\d+ .*\n)+    a b c.*\n.*wins.*\n", screen)
    assert boards, screen[-600:]
    return boards[-1]


def whole_game(_: Stack) -> None:
    """A whole game typed on both terminals ends with the same board and winner on both."""
    with host() as black, guest() as white:
        start_game(black, white)
        for own, answer in GAME:
            black.expect("Your move: ")
            black.type(own)
            white.expect(f"Black plays {own}")
            if answer:
                white.expect(r"Your move: ")
                white.type(answer)
                black.expect(f"White plays {answer}")
        for player in (black, white):
            player.expect("Again")
            player.type("no")
        assert (black.exit_code(), white.exit_code()) == (0, 0)
        assert "Black wins: five in a row (h8 to l8)." in black.screen
        assert last_board(black.screen) == last_board(white.screen)
        assert "You won." in black.screen and "You lost." in white.screen
    wait_for_no_link()


def killed_guest(_: Stack) -> None:
    """A guest that is killed and started again goes on at the same move, with nothing typed; its host waits."""
    stopped("bert", (signal.SIGKILL,), -signal.SIGKILL)


def killed_host(_: Stack) -> None:
    """A host that is killed and started again goes on at the same move, with nothing typed; its guest finds it."""
    stopped("anna", (signal.SIGKILL,), -signal.SIGKILL)


def interrupted_host(_: Stack) -> None:
    """Control-C at the host, twice, ends it with 130, and the match goes on when it is started again."""
    stopped("anna", (signal.SIGINT, signal.SIGINT), 130)


def terminated_guest(_: Stack) -> None:
    """SIGTERM ends the guest with 143, and the match goes on when it is started again."""
    stopped("bert", (signal.SIGTERM,), 143)


def stopped(victim: str, signals: tuple[int, ...], code: int) -> None:
    """Stops one of two who play by `signals`, starts the same command again, and plays on."""
    with host() as black, guest() as white:
        start_game(black, white)
        black.type("h8")
        white.expect("Black plays h8")
        survivor, player = (black, white) if victim == "bert" else (white, black)
        for number in signals[:-1]:
            player.send(number)
            player.expect("Press control-C again")
        player.send(signals[-1])
        if code > 0:
            assert player.exit_code() == code, player.screen[-300:]
        player.process.wait()
        words = [word for word in player.process.args[player.process.args.index("--") + 2:] if word != "--new"]
        began = time.monotonic()
        again = Terminal(*words, home=victim)
        try:
            again.expect("Continuing your game against .* at move 2")
            survivor.expect("is back", 120)
            print(f"# back after {time.monotonic() - began:.1f} s")
            black, white = (black, again) if victim == "bert" else (again, white)
            white.type("h9")
            black.expect("White plays h9")
            white.type("quit")
            assert (white.exit_code(), black.exit_code()) == (0, 28), black.screen[-300:]
        finally:
            again.close()
    wait_for_no_link()


def killed_both(_: Stack) -> None:
    """When both programs were killed, a new table is found and joined by its name, though bluetoothd keeps the link up."""
    with host() as black, guest() as white:
        start_game(black, white)
        for player in (white, black):
            player.send(signal.SIGKILL)
            player.process.wait()
    assert is_connected(HOST_DEVICE), "the link that was to be left is down"
    began = time.monotonic()
    with host() as black, guest() as white:
        start_game(black, white)
        print(f"# joined again after {time.monotonic() - began:.1f} s")
        black.type("h8")
        white.expect("Black plays h8")
        white.type("quit")
        assert (white.exit_code(), black.exit_code()) == (0, 28), black.screen[-300:]
    wait_for_no_link()
    # bluetoothd may still report what it heard of the table a moment ago.
    run("scan", "--adapter", "hci1", "--seconds", "6")
    code, text = run("scan", "--adapter", "hci1", "--seconds", "6")
    assert code == 20 and "dBm" not in text, (code, text)


def presence(_: Stack) -> None:
    """What is played is heard before anybody connects, and a table that closes leaves the list within ten seconds."""
    # bluetoothd may still know the table of a scenario before this one.
    watcher = Terminal("scan", "--follow", "--json", "--adapter", "hci1")
    try:
        with host("xiangqi", "--clock", "10m+5s") as black:
            watcher.expect('"clock":true,"event":"(appeared|changed)","game":"xiangqi".*"state":"free"')
            black.type("close")
            watcher.expect('"event":"changed".*"state":"closed"')
            black.type("open")
            watcher.expect('"event":"changed".*"state":"free"')
            black.type("quit")
            assert black.exit_code() == 0, black.screen[-300:]
            began = time.monotonic()
        watcher.expect('"event":"vanished"')
        gone = time.monotonic() - began
        print(f"# gone from the list after {gone:.1f} s")
        assert gone <= patient(10), gone
    finally:
        watcher.close()


def menu(name: str, adapter: str) -> Terminal:
    """The program without a word, at a screen of its own."""
    folder = HOMES / name / "config" / "tabletooth"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(f'name = "{name}"\nadapter = "{adapter}"\n')
    return Terminal(home=name, kind="xterm")


def one_word(_: Stack) -> None:
    """Two who type one word end at one table within thirty seconds."""
    # bluetoothd may still know the table of a scenario before this one.
    began = time.monotonic()
    both = [menu("Anna", "hci0"), menu("Bert", "hci1")]
    try:
        for terminal in both:
            terminal.expect("Yes or no", 60)
        took = time.monotonic() - began
        print(f"# at one table after {took:.1f} s")
        for terminal in both:
            terminal.press("q")
            terminal.expect("Press a number", 20)
            terminal.press("q")
        assert [terminal.exit_code() for terminal in both] == [0, 0]
    finally:
        for terminal in both:
            terminal.close()
    wait_for_no_link()


def foreign_client(stack: Stack) -> None:
    """A client that this project did not write sees one notify and one write characteristic."""
    # bleak 0.20 stumbles over services that it knew and that are gone.
    stack.stop_radio()
    stack.start_radio()
    with host() as black:
        seen = subprocess.run(
            as_nobody("/usr/bin/python3", "-W", "ignore", "-m", "radio.foreign", "hci1"),
            capture_output=True, text=True, timeout=patient(90), check=False)
        assert seen.stdout.splitlines() == [f"{NOTIFY} notify", f"{WRITE} write write-without-response"], seen.stdout + seen.stderr
        # It wrote garbage, too: the host turns it away and goes on.
        black.expect("was turned away")
        assert black.process.poll() is None
    wait_for_no_link()


def restarted_daemon(stack: Stack) -> None:
    """After bluetoothd restarted the host can be found and joined again."""
    with host() as black:
        stack.restart_bluetoothd()
        black.expect("Bluetooth on this computer is back", 60)
        # A scan of these controllers may hear nothing (see Stack.start_air); a person scans again, too.
        for _ in range(3):
            code, text = run("scan", "--adapter", "hci1", "--seconds", "10")
            if code == 0:
                break
        assert code == 0 and "Anna" in text, text + black.screen
        with guest() as white:
            start_game(black, white)
            white.type("quit")
            assert white.exit_code() == 0, white.screen[-300:]
        assert black.exit_code() == 28, black.screen[-300:]
    wait_for_no_link()


def nobody_there(_: Stack) -> None:
    """An address that nobody has ends with 20 and says what to do."""
    terminal = Terminal("join", "00:11:22:33:44:55", "--adapter", "hci1", "--name", "Cy")
    try:
        assert terminal.exit_code(60) == 20 and "tabletooth scan" in terminal.screen, terminal.screen
    finally:
        terminal.close()


def closed_input(_: Stack) -> None:
    """A host whose standard input is closed ends with 64."""
    code, text = run("host", "--adapter", "hci0", stdin=subprocess.DEVNULL)
    assert code == 64, (code, text)


def wrong_adapter(_: Stack) -> None:
    """An adapter that does not exist ends with 10."""
    code, text = run("host", "--adapter", "hci7")
    assert code == 10 and "hci7" in text, (code, text)


def doctor(_: Stack) -> None:
    """The doctor finds nothing wrong, and the right version."""
    code, text = run("doctor", "--adapter", "hci0")
    version = subprocess.run(["bluetoothctl", "--version"], capture_output=True, text=True, check=False).stdout.split()[-1]
    assert code == 0 and version in text, (code, text)


def measured_link(_: Stack) -> None:
    """Two computers measure the link between them: nothing is lost, and the report has every figure."""
    report = HOMES / "bert" / "report.txt"
    report.unlink(missing_ok=True)
    answering = Terminal("doctor", "--answer", "--adapter", "hci0", home="anna")
    try:
        name = answering.expect('doctor --with "([^"]+)"').group(1)
        asking = Terminal("doctor", "--with", name, "--adapter", "hci1", "--report", str(report), home="bert")
        try:
            figures = [asking.expect(figure, 90) for figure in (
                r"Advertised every [\d.]+ m?s", "Found after .*", "Connected after another .*", r"Packets of up to \d+ bytes.*",
                r"Round trip, 20 bytes: .*; 100/100 came back", r".*bytes per second in each direction; 0 of 200 packets lost",
                "The other computer (advertises|does not advertise) while connected", "Reconnected .* after a cut")]
            asking.expect("The report is in")
            assert asking.exit_code() == 0, asking.screen[-300:]
        finally:
            asking.close()
        text = report.read_text()
        for figure in figures:
            print("#", figure.group().strip())
            assert figure.group().strip() in text, text
        assert "== The connection" in text and text.startswith("Tabletooth "), text
        answering.send(signal.SIGINT)
        assert answering.exit_code() in (-signal.SIGINT, 130), answering.screen[-300:]
    finally:
        answering.close()
    wait_for_no_link()


def no_daemon(stack: Stack) -> None:
    """Without bluetoothd host ends with 10, and so does the doctor."""
    stack.stop_bluetoothd()
    wait_until("bluetoothd is gone", lambda: not stack.adapters_shown(), 10)
    try:
        for command in ("host", "doctor"):
            code, text = run(command)
            assert code == 10 and "bluetooth" in text, (code, text)
    finally:
        stack.start_bluetoothd()


def adapter_off(_: Stack) -> None:
    """An adapter that was switched off is switched on by host, without privileges."""
    set_powered("hci0", False)
    with host():
        assert get_property("/org/bluez/hci0", "org.bluez.Adapter1", "Powered") == "true"


def stopped_wait(number: signal.Signals, code: int) -> None:
    """A host that waits ends with `code` on the signal, and says so."""
    with host() as black:
        black.send(number)
        assert black.exit_code() == code and "tabletooth: stopped" in black.screen, black.screen[-300:]


def interrupted_wait(_: Stack) -> None:
    """Control-C ends a waiting host with 130."""
    stopped_wait(signal.SIGINT, 130)


def terminated_wait(_: Stack) -> None:
    """SIGTERM ends a waiting host with 143."""
    stopped_wait(signal.SIGTERM, 143)


def denied_bus(_: Stack) -> None:
    """On a deny-by-default bus host ends with 10 and names the policy file; with it installed it opens."""
    refusals.denied_bus()


def blocked_adapter(_: Stack) -> None:
    """An adapter that rfkill blocks ends host with 10."""
    refusals.blocked_adapter()


def words(_: Stack) -> None:
    """Two who play say something to each other, and are told that the other one has it."""
    with host() as black, guest() as white:
        start_game(black, white)
        talk.exchange(black, white)
        white.type("quit")
        assert (white.exit_code(), black.exit_code()) == (0, 28), black.screen[-300:]
    wait_for_no_link()


def file_goes_on(_: Stack) -> None:
    """A file whose sender is killed in the middle goes on where it was, and arrives byte for byte."""
    talk.killed_sender()
    wait_for_no_link()


def piped_tar(_: Stack) -> None:
    """What tar packs here another tar unpacks there, through a pipe."""
    talk.tar_to_tar()
    wait_for_no_link()


def older_copy(_: Stack) -> None:
    """A data folder that was put back and played on with: both go on from the last position that both have."""
    with host() as black, guest() as white:
        start_game(black, white)
        keeping.go_back(black, white)
    wait_for_no_link()


def power_cut(stack: Stack) -> None:
    """Programs, bluetoothd and controllers are killed at once in the middle of a game, and it goes on with what is on disk."""
    with host() as black, guest() as white:
        start_game(black, white)
        keeping.power_cut(stack, black, white)
    wait_for_no_link()


def there_and_back(_: Stack) -> None:
    """A match that begins over Bluetooth goes on at a broker and comes back, five times, and both have the same record."""
    own, other = online.HOMES
    with host(home=own) as black, guest(home=other) as white:
        start_game(black, white)
        online.there_and_back(black, white)
    wait_for_no_link()


def kept_shut(stack: Stack) -> None:
    """A stranger that begins one exchange after another shuts nobody out whom the host knows, and the host is told."""
    # The stranger has a radio of its own, and bleak wants new controllers (see foreign_client).
    stack.renew_radio(3)
    try:
        ask_and_never_sit_down()
    finally:
        stack.renew_radio(2)


def ask_and_never_sit_down() -> None:
    """A stranger on hci1 asks for the seat until the host is told, and then the true guest comes."""
    with host() as black:
        seen = subprocess.run(
            as_nobody("/usr/bin/python3", "-W", "ignore", "-m", "radio.half", "hci1", "12"),
            capture_output=True, text=True, timeout=patient(90), check=False)
        assert seen.stdout.strip() in ("asked", "refused"), seen.stdout + seen.stderr
        black.expect("Somebody keeps asking for the seat")
        began = time.monotonic()
        with guest(adapter="hci2") as white:
            start_game(black, white)
            print(f"# in after {time.monotonic() - began:.1f} s")
            white.type("quit")
            assert white.exit_code() == 0, white.screen[-300:]
        assert black.exit_code() == 28, black.screen[-300:]


# What only a real bluetoothd, kernel or bus can show: one life of a stack, in this order.
SCENARIOS = [
    whole_game, killed_guest, killed_host, killed_both, restarted_daemon, doctor, measured_link, adapter_off, blocked_adapter, denied_bus,
    no_daemon, foreign_client, kept_shut, presence, one_word, file_goes_on, there_and_back, power_cut,
]
# What the tests on virtual Bluetooth show too.
REST = [
    interrupted_host, terminated_guest, wrong_adapter, closed_input, nobody_there, interrupted_wait, terminated_wait, older_copy, words, piped_tar,
]


def attempt(scenario: Callable[[Stack], None], stack: Stack) -> str | None:
    """Runs one scenario; what went wrong, as text."""
    try:
        scenario(stack)
        return None
    except Exception:
        trace = "".join("  " + line + "\n" for line in traceback.format_exc().splitlines())
        lines = (LOGS / "bluetoothd.log").read_text(errors="replace").splitlines()
        # Calls between bluetoothd and kernel are most of its log, and say nothing that another line does not.
        told = [line for line in lines if "mgmt.c" not in line and "sdpd" not in line]
        if stack.air and not stack.air.runs:
            # Then nothing of what failed says anything about the program.
            trace += f"# the controllers ended with {stack.air.process.returncode}: {stack.air.log.read_text(errors='replace')[-400:]!r}\n"
        return trace + "".join(f"#   {line}\n" for line in told[-80:])


def main(only: str = "") -> None:
    """Runs the scenarios of the plan `one`, or the one called `only`."""
    play(SCENARIOS, only)


def rest_main(only: str = "") -> None:
    """Runs the scenarios of the plan `rest`, or the one called `only`."""
    play(REST, only)


def play(scenarios: list[Callable[[Stack], None]], only: str = "", *options: str) -> None:
    """Runs `scenarios` on one stack, or the one called `only`, and reports each on a line; the air has these options of btvirt."""
    passed = PASSED.read_text().split() if PASSED.exists() else []
    chosen = [scenario for scenario in scenarios if only in ("", scenario.__name__) and scenario.__name__ not in passed]
    print(f"1..{len(chosen)}")
    stack = Stack(2)
    stack.air_options = options
    try:
        stack.start()
    except Exception as error:  # The stack itself is not what is tested.
        print(f"# no adapter came up: {error}")
        return
    for scenario in chosen:
        claim = (scenario.__doc__ or "").strip()
        began = time.monotonic()
        failure = attempt(scenario, stack)
        if failure:
            # Emulated controllers are not always in step with the kernel: once more, with new ones, and not in silence.
            print("# failed once:", claim)
            print(failure)
            stack.stop_radio()
            stack.start_radio()
            failure = attempt(scenario, stack)
        if failure:
            print(f"not ok {claim}")
            print(failure)
        else:
            print(f"ok {claim} ({time.monotonic() - began:.0f} s)")
            print("~ passed", scenario.__name__)
        if stack.bluetoothd and not stack.bluetoothd.runs:
            print("# bluetoothd has ended; it is started again")
            stack.start_bluetoothd()
