"""Strangers, impostors, garbage, and programs of other versions."""

import itertools

import wire
from air import Real, Second, new_player
from guest import Guest
from host import Host
from noise import Acquaintance
from table import BOTH, SCRIPT, Table, check, expect
from wire import Envelope


def with_wrong_secret(key, random):
    """The book of somebody who claims to be in that of `key`."""
    return [Acquaintance(key, random.randbytes(32))]


@check("an impostor who knows the session and the key does not get the seat")
def impostor(random):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:3])
    for is_cut in (False, True):
        if is_cut:
            table.air.cut_all()
        key = table.second.side.other_key
        book = with_wrong_secret(key, random)
        stranger = new_player(Guest, random, book, session=table.real.session, other_key=key)
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
    book = with_wrong_secret(side.other_key, random)
    false = new_player(Host, random, book, session=side.session, other_key=side.other_key, journal=side.journal)
    false.side.suspended_at = table.air.now
    # It does not hang up by itself.
    false.side.finished = lambda talk, now: None
    table.air.host = false
    table.air.connect(table.real)
    table.air.run(lambda: not table.air.links, what="the rejection")
    expect(table.real.is_suspended and "strangerRejected" in table.real.events, "the host is not rejected")
    expect("resumed" not in false.told, "the impostor resumed")
    table.air.host = true
    table.play(SCRIPT)
    table.leave()


@check("a Hello of other versions is refused with the range of versions")
def old_guest(random):
    table = Table(random, "real host")
    for versions in ((1, 1), (1, 3), (5, 9)):
        other = new_player(Guest, random, versions=versions)
        table.air.connect(other)
        table.air.run(lambda: other.is_over)
        expect(other.end == "refused 2 4 4", other.end)
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


@check("a real guest ignores answers that it does not know")
def later_host(random):
    table = Table(random, "real guest")
    side, hello = table.second.side, table.second.side.hello
    answers = [
        lambda nonce: Envelope("refuse", nonce=nonce, reason=9).encoded(),
        lambda nonce: Envelope("refuse", nonce=nonce ^ 1, reason=1).encoded(),
        lambda nonce: b"\xa2\x01\x00",
    ]

    def answer(peer, size, greeting, *rest):
        if not answers:
            return hello(peer, size, greeting, *rest)
        side.answer(answers.pop()(greeting["nonce"]))

    side.hello = answer
    table.meet()
    # The fourth Hello: after 0.3 s, and then every second.
    expect(2_300 <= table.air.now < 3_300, f"{table.air.now}")


@check("the seat is taken: another guest is told so")
def room_full(random):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:2])
    other = new_player(Guest, random)
    table.air.connect(other)
    table.air.run(lambda: other.is_over)
    expect(other.end == "refused 1 0 0", other.end)


class HalfGuest(Guest):
    """It begins an exchange, and never goes on with it."""

    def hear(self, talk, piece, now):
        pass


@check(
    "half exchanges for ever do not keep a guest out:",
    *[(who, how) for who in ("a known", "a new") for how in ("from few addresses", "from many")],
)
def kept_shut(random, who, how):
    table = Table(random, "real host")
    if who == "a known":
        table.meet()
        table.air.cut_all()
        table.air.schedule = []
        table.real.kill()
        book = table.second.side.book
        table.real = table.air.host = Real("host", life=table.real.life + 1, birth=table.air.now, book=table.real.book)
        table.second = table.guest = Second(Guest("Zoë", book, random), random)
    names = itertools.count()

    def attack():
        number = next(names)
        peer = f"attacker{number if how == 'from many' else number % 3}"
        if len(table.air.links) > 3:
            table.air.cut(next(name for name in table.air.links if name.startswith("attacker")))
        if peer not in table.air.links:
            table.air.connect(new_player(HalfGuest, random), peer)
        table.air.after(700, attack)

    attack()
    table.air.wait(30_000)
    table.air.connect(table.guest)
    began = table.air.now
    table.air.run(lambda: table.second.side.state == "talking", 130_000, "the seat")
    if who == "a known":
        expect(table.air.now - began < 2_000, f"it took {table.air.now - began} ms")
    elif how == "from many":
        expect("delayed" in table.second.told, "it had not to wait")


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
            sealed = bytearray(table.second.side.talk.exchange.seals.seal(Envelope("resign").encoded()))
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


@check("five links in a row that break at their first sealed message do not end the match:", *BOTH)
def five_breaks(random, which):
    table = Table(random, which)
    table.start()
    side = table.second.side
    confirm, breaks = side.confirm, []

    def break_it(talk):
        breaks.append(talk.link)
        if len(breaks) == 5:
            side.confirm = confirm
        talk.stream.say(bytes(40))

    side.confirm = break_it
    side.talk.stream.say(bytes(40))
    side.flush(table.air.now)
    table.air.run(lambda: len(breaks) == 5 and table.real.events[-1] == "resumed", 60_000, "the resumption")
    table.play(SCRIPT)
    table.leave()
    table.real.kill()


@check("garbage on link 0 of the seat's link does nothing:", *BOTH)
def garbage_on_link_0(random, which):
    table = Table(random, which)
    table.start()
    for _ in range(20):
        head = bytes([random.choice([0x40, 0x50, 0x60, 0x70]), 0]) + random.randbytes(2) + b"\0\0"
        table.air.carry(table.second, table.peer, head + b"\0\x04" + random.randbytes(6))
    table.air.wait(1_000)
    table.play(SCRIPT)
    expect("suspended" not in table.real.events, "the link was cut")
    table.leave()


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
        Envelope("confirm", **wire.halves(7)).encoded(),
        Envelope("goodbye", reason=wire.PROTOCOL_VIOLATION).encoded()[:-1],
        Envelope("hello", lowest=4, highest=4, name="Ada", program="x/1").encoded(),
        Envelope("ask", request=5).encoded(),
        Envelope("move", text="h 8").encoded(),
        b"\x3b\x3c",
    ):
        table = Table(random, which)
        table.start()
        talk = table.second.side.talk
        talk.stream.say(talk.exchange.seals.seal(envelope))
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
    talk.stream.say(talk.exchange.seals.seal(ask))
    table.second.side.flush(table.air.now)
    table.air.settle()
    table.air.run(lambda: len(table.real.journal) == 2, what="the question")
    expect(table.real.journal[1] == ("heard", Envelope("ask", request=1).encoded()), "another question was heard")


@check("a guest that was started anew before anybody played gets a new seat:", *BOTH)
def vacated(random, which):
    table = Table(random, which)
    table.start()
    for _ in range(2):
        table.air.cut_all()
        table.air.schedule = []
        if which == "real host":
            table.second = table.guest = Second(Guest("Zoë", table.second.side.book, random), random)
        else:
            table.real.kill()
            table.real = table.guest = Real("guest", life=table.real.life + 1, birth=table.air.now, book=table.real.book)
        table.air.connect(table.guest)
        table.air.run(lambda: table.real.digits == table.second.digits, what="the meeting")
        told = table.real.events + table.second.told
        expect("vacated" in told, "no seat was vacated")
        table.air.run(lambda: table.second.side.state == "talking" and table.real.events[-1:] == ["joined"])
        table.second.journal.clear()
        table.real.journal.clear()
        table.host.start("host", table.air.now)
        table.air.settle()
        table.air.run(lambda: table.is_same(1), what="the start")


@check("a stranger says Hello before anybody played, and does not get the seat")
def stranger_anew(random):
    table = Table(random, "real host")
    table.start()
    peer = table.air.connect(new_player(Guest, random))
    table.air.run(lambda: peer not in table.air.links, what="the rejection")
    expect("vacated" not in table.real.events, "the seat was vacated")
    table.play(SCRIPT)
    table.leave()


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
