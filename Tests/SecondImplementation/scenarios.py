"""What the second implementation and the real program go through together. Each check has a seed of its own."""

import random
import re

import wire
from air import Air, Real, Second, new_player
from framing import Packet
from guest import Guest
from host import Host
from wire import Envelope

# Black has five in a row with h8 to l8.
SCRIPT = ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9", "l8"]
# Nobody has five in a row.
LONG = [f"{column}{row}" for row in range(1, 7) for column in "acegikmobdfhjln"]
CHECKS = {}


def check(text, *variants):
    """A check by this name; with variants, one for each."""

    def keep(body):
        for variant in variants or [()]:
            name = " ".join([text, *map(str, variant)])
            CHECKS[name] = lambda variant=variant, name=name: body(random.Random(name), *variant)
        return body

    return keep


BOTH = (("real host",), ("real guest",))


def expect(claim, what):
    if not claim:
        raise AssertionError(what)


class Table:
    """A real side and a second one, with an air between them."""

    def __init__(self, random, which, **air):
        self.random = random
        self.real = Real(which.split()[1])
        self.second = new_player(Guest if self.real.role == "host" else Host, random)
        host, self.guest = (self.real, self.second) if self.real.role == "host" else (self.second, self.real)
        self.air = Air(host, random, **air)
        self.real_seconds = {}

    @property
    def host(self):
        return self.air.host

    def meet(self):
        self.peer = self.air.connect(self.guest)
        self.air.run(self.is_talking, what="the meeting")
        expect(self.real.digits == self.second.digits, "the digits differ")
        expect(re.fullmatch(r"\d{6}", self.real.digits), "no six digits")

    def is_talking(self):
        return self.second.side.state == "talking" and "joined" in self.real.events

    def start(self, first="guest"):
        self.meet()
        self.first = first
        self.host.start(first, self.air.now)
        self.air.settle()
        self.air.run(lambda: self.is_same(1), what="the start")

    def is_same(self, messages=0):
        """Whether each has heard all that the other one said."""

        def of(side, who):
            return [message for word, message in side.journal if word == who]

        real, second = self.real, self.second
        return (
            of(real, "said") == of(second, "heard")
            and of(real, "heard") == of(second, "said")
            and len(real.journal) >= messages
        )

    def mover(self, number):
        host_moves = (self.first == "host") == (number % 2 == 0)
        return self.real if host_moves == (self.real.role == "host") else self.second

    def play(self, script, between=lambda number: None):
        for number, text in enumerate(script):
            if number < len(self.real.moves):
                continue
            between(number)
            self.mover(number).play(text, self.air.now)
            self.air.settle()
            moves = script[: number + 1]
            self.air.run(lambda: self.real.moves == self.second.moves == moves and self.is_same(), 700_000, text)

    def leave(self):
        """Who has heard the end says goodbye."""
        self.second.close(self.air.now, wire.GAME_OVER)
        self.air.settle()
        self.air.run(self.is_over, 700_000, "the end")

    def is_over(self):
        return self.real.is_over and self.second.is_over

    def kill(self, side):
        """Kills a side's program, and starts it again ten seconds later with what is on its disk."""
        self.air.cut_all()
        old = side
        if side is self.real:
            side.kill()
            new = self.real = side.started_again(self.air.now)
        else:
            new = self.second = side.started_again(self.air.now)
        self.air.replace(old, new)
        if self.guest is old:
            self.guest = new
        self.air.schedule = []
        self.air.after(10_000, self.air.come_back, self.guest)


@check("the vectors of section 10")
def vectors(_):
    import vectors

    vectors.check_all()


@check("a first meeting shows the same six digits to both:", *BOTH)
def meeting(random, which):
    Table(random, which).meet()


@check(
    "a game of Gomoku is played to a win:",
    *[(which, first, "begins,", size) for which, in BOTH for first in ("host", "guest") for size in (18, 180, 508)],
)
def game(random, which, first, _, size):
    table = Table(random, which, size=size)
    table.start(first)
    table.play(SCRIPT)
    expect("game over" in table.real.events, "the real board does not see the win")
    table.leave()
    packets = [data for _, _, data in table.air.sent if data[1]]
    expect(max(map(len, packets)) <= size, "a packet is too long")
    expect(len(packets) < 200, f"{len(packets)} packets are many for this")


@check(
    "a game over air that loses, repeats and swaps packets:",
    *[(which, size, "bytes, seed", seed) for which, in BOTH for size in (18, 60, 508) for seed in (1, 2)],
)
def bad_air(random, which, size, *_):
    table = Table(random, which, size=size, loss=0.25, twice=0.2, spread=400)
    table.start()
    table.air.is_bad = True
    table.play(SCRIPT)
    table.air.is_bad = False
    table.leave()


@check("two hundred messages at once, in packets of 18 bytes:", *BOTH)
def flood(random, which):
    table = Table(random, which, size=18, loss=0.05, spread=50)
    table.start()
    table.air.is_bad = True
    for number in range(200):
        table.second.side.submit(Envelope("pause", on=number % 2 == 0), table.air.now)
    table.air.settle()
    table.air.run(lambda: table.is_same(201), what="the flood")


@check("a cut, and what was said meanwhile:", *BOTH)
def resume(random, which):
    table = Table(random, which)
    table.start()

    def between(number):
        peer = next(iter(table.air.links), None)
        if peer:
            table.air.cut(peer)
            expect(table.second.is_suspended and table.real.is_suspended, "one is not suspended")
        if number in (3, 4) and table.mover(number) is table.real:
            table.second.side.submit(Envelope("ask", request=1, ply=number), table.air.now)

    table.play(SCRIPT, between)
    expect(table.real.events.count("resumed") == table.second.told.count("resumed") == len(SCRIPT), "not resumed")
    table.leave()


@check(
    "cuts at any time, over bad air:",
    *[(which, "seed", seed) for which, in BOTH for seed in (1, 2, 3)],
)
def cuts(random, which, *_):
    table = Table(random, which, size=18, loss=0.1, twice=0.1, spread=200)
    table.start()
    table.air.is_bad = True

    def between(number):
        for _ in range(2):
            table.air.after(random.randrange(1_500), table.air.cut_all)
        table.air.size = random.choice([18, 30, 508])

    table.play(LONG[:24], between)
    table.air.run(lambda: table.real.events[-1] == "resumed" and table.second.side.state == "talking")
    table.air.is_bad = False
    table.second.close(table.air.now)
    table.air.settle()
    table.air.run(table.is_over, what="the end")


@check(
    "a program is killed, and goes on from its journal:",
    *[(which, killed, "killed") for which, in BOTH for killed in ("real", "second")],
)
def kill(random, which, killed, _):
    table = Table(random, which, loss=0.1, twice=0.1, spread=100)
    table.start()
    table.air.is_bad = True

    def between(number):
        if number % 2 == 0:
            table.air.wait(random.randrange(300))
            table.kill(table.real if killed == "real" else table.second)

    table.play(LONG[:10], between)
    table.air.is_bad = False
    table.second.close(table.air.now)
    table.air.settle()
    table.air.run(table.is_over, what="the end")


@check("an impostor who knows the session id does not get the seat")
def impostor(random):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:3])
    for is_cut in (False, True):
        if is_cut:
            table.air.cut_all()
        stranger = new_player(Guest, random, session=table.real.session, other_key=table.second.side.other_key)
        peer = table.air.connect(stranger)
        table.air.run(lambda: peer not in table.air.links, what="the rejection")
        expect("resumed" not in stranger.told, "the impostor resumed")
        del table.air.guests[peer]
    expect(table.real.events.count("strangerRejected") == 2, "the impostors are not reported")
    table.air.run(lambda: table.real.events[-1] == "resumed", what="the resumption")
    expect(table.real.events.count("suspended") == 1, "an impostor broke the link")
    table.play(SCRIPT)
    table.leave()


@check("a guest does not go on with an impostor of its host")
def impostor_host(random):
    table = Table(random, "real guest")
    table.start()
    true = table.air.host
    table.play(SCRIPT[:3])
    side = true.side
    table.air.cut_all()
    table.air.schedule = []
    false = new_player(Host, random, session=side.session, other_key=side.other_key, journal=side.journal)
    false.side.suspended_at = table.air.now
    table.air.host = false
    table.air.connect(table.real)
    table.air.run(lambda: not table.air.links, what="the rejection")
    expect(table.real.is_suspended and "strangerRejected" in table.real.events, "the host is not rejected")
    expect("resumed" not in false.told, "the impostor resumed")
    table.air.host = true
    table.play(SCRIPT)
    table.leave()


@check("a Hello of version 1 is refused with the range of versions")
def old_guest(random):
    table = Table(random, "real host")
    table.second.side.versions = (1, 1)
    table.air.connect(table.second)
    table.air.run(lambda: table.second.is_over)
    expect(table.second.end == "refused 2 2 2", table.second.end)
    newer = new_player(Guest, random, versions=(1, 7))
    table.air.connect(newer)
    table.air.run(lambda: newer.side.state == "talking", what="the meeting of versions 1 to 7")


@check("a real guest is told that no version is common")
def old_host(random):
    table = Table(random, "real guest")
    table.second.side.hello = lambda peer, size, hello, message, now: table.second.side.answer(
        Envelope("refuse", nonce=hello["nonce"], reason=wire.PROTOCOL_VERSION, lowest=1, highest=1).encoded()
    )
    table.air.connect(table.guest)
    table.air.run(lambda: table.real.is_over)
    expect("refused" in table.real.last_event and "1" in table.real.last_event, table.real.last_event)


@check("the seat is taken: another guest is told so")
def room_full(random):
    table = Table(random, "real host")
    table.start()
    other = new_player(Guest, random)
    table.air.connect(other)
    table.air.run(lambda: other.is_over)
    expect(other.end == "refused 1 0 0", other.end)


@check("both are heard every 5 s, quiet after 8 s, gone after 15 s:", *BOTH)
def keep_alive(random, which):
    table = Table(random, which)
    table.start()
    table.air.wait(1_000)
    since = table.air.now
    table.air.wait(60_000)
    for end in table.air.ends:
        times = [time for time, _ in table.air.packets_of(end, since)]
        gaps = [later - time for time, later in zip(times, times[1:])]
        expect(len(times) == 12 and set(gaps) == {5_000}, f"{end}: {times}")
    expect("quiet" not in table.real.events + table.second.told, "somebody is quiet")
    last = max(time for time, _ in table.air.packets_of(table.second)) + 10
    table.air.longest = 0
    # Only the real side is asked how long it waits.
    table.second.side.talk.stream.last_received += 60_000
    real = table.real
    table.air.run(lambda: "quiet" in real.events, what="quiet")
    quiet = table.air.now
    table.air.run(lambda: "suspended" in real.events, what="suspended")
    expect((quiet - last, table.air.now - last) == (8_000, 15_000), f"{quiet - last}, {table.air.now - last}")


@check("a Hello is said again every 3 s, and given up after 15 s")
def unanswered(random):
    table = Table(random, "real guest")
    table.air.longest = 0
    table.air.connect(table.guest)
    table.air.run(lambda: table.real.is_over)
    expect(table.air.now == 15_000, f"{table.air.now}")
    packets = table.air.packets_of(table.real)
    firsts = [(time, packet) for time, packet in packets if packet.is_first]
    expect([time for time, _ in firsts] == [0, 3_000, 6_000, 9_000, 12_000], "not every 3 s")
    expect([packet.number for _, packet in packets] == list(range(len(packets))), "a number was used twice")
    expect(len({packet.checksum for _, packet in firsts}) == 1, "the nonce is another one")


@check("what nobody acknowledges is sent six times, and then the link has stalled:", *BOTH)
def stalled(random, which):
    table = Table(random, which)
    table.start("guest" if which == "real guest" else "host")
    table.air.wait(500)
    since = table.air.now
    table.air.longest = 20
    table.real.play("h8", since)
    table.air.settle()
    table.air.run(lambda: table.real.is_suspended, what="the stall")
    sent = [time - since for time, packet in table.air.packets_of(table.real, since) if packet.kind == 0]
    expect(sent[:6] == [0, 1_000, 3_000, 7_000, 15_000, 23_000], f"{sent}")
    expect(31_000 <= table.air.now - since < 31_500, f"{table.air.now - since}")
    table.air.size = 18
    table.air.run(lambda: table.second.moves == ["h8"], what="the move in shorter packets")


@check("an orderly goodbye, before the end and after it:", *BOTH)
def goodbye(random, which):
    for real_first in (True, False, None):
        table = Table(random, which)
        table.start()
        if real_first is not False:
            table.real.close(table.air.now)
        if real_first is not True:
            table.second.close(table.air.now, wire.LEFT)
        table.air.settle()
        begin = table.air.now
        table.air.run(table.is_over, what="the end")
        expect(table.air.now - begin < 1_000, "it took too long")
        ends = table.second.end, table.real.last_event
        left = ("peerLeft" in ends[1], ends[0].startswith("left"))
        expect(left == {True: (False, True), False: (True, False), None: (False, False)}[real_first], ends)
        table.real.kill()


@check("garbage breaks the link and not the match:", *BOTH)
def garbage(random, which):
    for number in range(12):
        table = Table(random, which)
        table.start()
        table.play(SCRIPT[:2])
        junk = random.randbytes(random.randrange(1, 40))
        if number < 6:
            # A packet of the stream, whose content was changed on the way.
            stream = table.second.side.talk.stream
            sealed = bytearray(table.second.side.talk.seals.seal(Envelope("resign").encoded()))
            sealed[random.randrange(len(sealed))] ^= 1
            stream.say(bytes(sealed))
            junk = stream.send(table.air.now)[0]
        elif junk[0] >> 6 == 1:
            junk = b"\0" + junk[1:]
        link = table.second.side.talk.link
        junk = junk if number < 6 else bytes([junk[0], link]) + junk[2:]
        table.air.carry(table.second, table.peer, junk)
        table.air.run(lambda: "suspended" in table.real.events, 12_000, "the end of the link")
        table.air.run(lambda: table.real.events[-1] == "resumed", what="the resumption")
        table.play(SCRIPT)
        table.leave()
        table.real.kill()


@check("garbage of a stranger hurts only the stranger")
def strangers(random):
    table = Table(random, "real host")
    table.start()
    for number in range(12):
        table.air.links[f"stranger{number}"] = -number
        table.air.guests[f"stranger{number}"] = new_player(Guest, random)
        data = random.randbytes(10) if number % 2 else b"\x40\x00" + random.randbytes(20)
        data = bytes([data[0] & 0x3F]) + data[1:] if number % 2 else data
        table.air.arrive(False, f"stranger{number}", -number, data)
        table.air.settle()
        table.air.wait(1_000)
    expect(list(table.air.links) == [table.peer], f"{list(table.air.links)}")
    table.play(SCRIPT)
    table.leave()


@check("what opens and is wrong ends the match with Goodbye(protocol violation):", *BOTH)
def wrong(random, which):
    for envelope in (
        b"",
        b"\xa2\x01\x00",
        Envelope("confirm").encoded(),
        Envelope("hello", lowest=2, highest=2, name="Ada", program="x/1").encoded(),
        Envelope("ask", request=4).encoded(),
        Envelope("move", text="h 8").encoded(),
        b"\x3b\x3c",
    ):
        table = Table(random, which)
        table.start()
        talk = table.second.side.talk
        talk.stream.say(talk.seals.seal(envelope))
        table.second.side.flush(table.air.now)
        table.air.settle()
        table.air.run(table.is_over, what=f"the end after {envelope.hex()}")
        expect(table.second.end == f"left {wire.PROTOCOL_VIOLATION}", table.second.end)
        table.real.kill()


@check("fields that this version does not know are skipped:", *BOTH)
def unknown_fields(random, which):
    table = Table(random, which)
    table.start()
    talk = table.second.side.talk
    ask = Envelope("ask", request=1).encoded()
    ask = bytes([ask[0], ask[1] + 4]) + ask[2:] + b"\xba\x01\x01\x07" + b"\xaa\x01\x01\x07"
    talk.stream.say(talk.seals.seal(ask))
    table.second.side.flush(table.air.now)
    table.air.settle()
    table.air.run(lambda: len(table.real.journal) == 2, what="the question")
    expect(table.real.journal[1] == ("heard", Envelope("ask", request=1).encoded()), "another question was heard")


@check("a guest that was started anew before anybody played gets a new seat")
def vacated(random):
    table = Table(random, "real host")
    table.start()
    table.air.cut_all()
    table.air.schedule = []
    table.second = table.guest = new_player(Guest, random)
    table.air.connect(table.second)
    table.air.run(lambda: table.second.side.state == "talking" and table.real.events.count("joined") == 2)
    expect("vacated" in table.real.events and table.real.digits == table.second.digits, "no new seat")


@check("a real guest that has heard nothing is told unknown match, and says Hello")
def unknown_match(random):
    table = Table(random, "real guest")
    table.meet()
    table.air.cut_all()
    table.air.schedule = []
    table.second = table.air.host = new_player(Host, random)
    table.air.connect(table.real)
    table.air.run(lambda: table.second.side.state == "talking" and table.real.events.count("joined") == 2)
    expect("vacated" in table.real.events and table.real.digits == table.second.digits, "no new seat")


@check("who is away for 600 s has left:", *BOTH)
def patience(random, which):
    table = Table(random, which)
    table.start()
    table.air.cut_all()
    table.air.schedule = []
    begin = table.air.now
    table.air.run(table.is_over, 700_000, "the end")
    expect(table.air.now - begin == 600_000, f"{table.air.now - begin}")
