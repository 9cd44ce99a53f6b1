"""Who knows whom, and what strangers learn of it: nothing."""

import wire
from air import Real, Second, new_player
from framing import Link0, Packet
from guest import Guest
from host import Host
from noise import TAG, TAGS, Acquaintance, Exchange, KeyPair
from table import BOTH, SCRIPT, Table, check, expect
from wire import Envelope

EXCHANGE = b"a greeting", b"its answer"


def some_players(random, count):
    return [Acquaintance(random.randbytes(32), random.randbytes(32)) for _ in range(count)]


def meet_again(table, real_book, second_book):
    """Lets the two meet as new programs with these books, and tells by what keys each calls the other."""
    table.real.kill()
    second = new_player(Guest if table.real.role == "host" else Host, table.random, second_book)
    real = Real(table.real.role, life=table.real.life + 1, book=real_book)
    table.real, table.second = real, second
    table.air.host, table.guest = (real, second) if real.role == "host" else (second, real)
    # The new program's clock begins at zero.
    table.air.now, table.air.schedule, table.air.links, table.air.guests = 0, [], {}, {}
    table.meet()
    return real.other_key, second.side.other_key


@check("two that have met know each other, and show other keys:", *BOTH)
def known(random, which):
    table = Table(random, which)
    table.start()
    keys, shown = (table.real.other_key, table.second.side.other_key), set()
    for _ in range(3):
        books = table.real.book, table.second.side.book
        expect(meet_again(table, *books) == keys, "somebody is new")
        exchange = table.second.side.talk.exchange
        shown |= {exchange.static.public, exchange.other_static}
    expect(len(shown | set(keys)) == 8, "a key was shown twice")


@check("a guest shows eight of those it knows:", *BOTH)
def eight(random, which):
    table = Table(random, which)
    table.meet()
    keys, books = (table.real.other_key, table.second.side.other_key), (table.real.book, table.second.side.book)
    others = [some_players(random, 20) for _ in books]
    for place in (0, 7, 8):
        long = [some[:place] + book + some[place:] for some, book in zip(others, books)]
        expect((meet_again(table, *long) == keys) == (place < 8), f"place {place}")


@check("the tags have no part in the six digits")
def digits(random):
    keys = [[KeyPair(random.randbytes(32)) for _ in range(2)] for _ in range(2)]
    nonces, seen = [random.randbytes(16) for _ in range(2)], set()
    for _ in range(20):
        sides = [
            Exchange(is_guest, *EXCHANGE, pair, (nonce, random.randbytes(128)), some_players(random, 3))
            for is_guest, pair, nonce in zip((True, False), keys, nonces)
        ]
        for number in range(4):
            sides[1 - number % 2].read(sides[number % 2].write())
        seen |= {sides[0].digits(), sides[1].digits()}
    expect(len(seen) == 1, "whoever chooses the tags chooses the digits")


@check("a Confirm of another session takes no seat:", *BOTH)
def other_session(random, which):
    table = Table(random, which)
    table.second.accepts_at_once = False
    table.air.connect(table.guest)
    table.air.run(lambda: table.second.digits and table.real.digits, what="the digits")
    side = table.second.side
    side.talk.say(Envelope("confirm", **wire.halves(side.session ^ 1)))
    side.flush(table.air.now)
    table.air.settle()
    table.air.run(lambda: not table.air.links, what="the end")
    expect(f"left {wire.PROTOCOL_VIOLATION}" in table.second.reasons, f"{table.second.reasons}")
    expect("joined" not in table.real.events, "the seat was taken")


def has_joined(side):
    return "joined" in (side.events if isinstance(side, Real) else side.told)


def has_resumed(table):
    return table.real.events[-1] == "resumed" and table.second.side.state == "talking"


@check("who was accepted is known, though the last Confirm was lost:", *BOTH)
def lost_confirm(random, which):
    table = Table(random, which)
    table.air.connect(table.guest)
    table.air.run(lambda: has_joined(table.guest), what="the guest's joining")
    expect(not has_joined(table.host), "the host has heard the Confirm")
    keys = table.real.other_key, table.second.side.other_key
    table.air.cut_all()
    table.air.run(lambda: table.is_talking() and has_joined(table.host), what="the new seat")
    expect((table.real.other_key, table.second.side.other_key) == keys, "they are new to each other")


@check("a seat that was given, and perhaps not taken, is open to all who say Hello:", *BOTH)
def tentative(random, which):
    for is_tentative in (True, False):
        table = Table(random, which)
        table.meet()
        table.kill(table.host)
        table.air.schedule = []
        if not is_tentative:
            table.air.come_back(table.guest)
            table.air.run(lambda: has_resumed(table), what="the resumption")
            table.air.cut_all()
            table.air.schedule = []
        is_real = which == "real guest"
        stranger = Real("guest", life=7, birth=table.air.now) if is_real else new_player(Guest, random)
        table.air.connect(stranger)
        table.air.wait(3_000)
        expect(has_joined(stranger) == is_tentative, f"tentative: {is_tentative}")
        table.real.kill()
        if is_real:
            stranger.kill()


# Who means another match


def other_match(table, journal):
    """The second player's program with the match of another night."""
    side = table.second.side
    match = {"session": side.session ^ 1, "other_key": side.other_key, "journal": journal}
    other = Second(type(side)(side.name, side.book, table.random, **match), table.random)
    other.side.suspended_at = table.air.now
    return other


@check("the right guest with another match is told so:", ("it was played",), ("nothing was played",))
def guest_of_another_match(random, which):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:3])
    was_played = which == "it was played"
    for is_cut in (False, True):
        if is_cut:
            table.air.cut_all()
        other = other_match(table, table.second.journal if was_played else [])
        peer = table.air.connect(other)
        table.air.run(lambda: peer not in table.air.links, what="the rejection")
        expect(other.told == ["stranger rejected" if was_played else "vacated"], f"{other.told}")
        expect(other.looks_for_host and other.is_suspended == was_played, f"{other.side.state}")
        del table.air.guests[peer]
    expect(table.real.events.count("strangerRejected") == 2, "the host's player is not told")
    table.air.run(lambda: table.real.events[-1] == "resumed", what="the resumption")
    expect(table.real.events.count("suspended") == 1, "another match broke the link")
    table.play(SCRIPT)
    table.leave()


@check("the right guest whose first word is no Confirm is told that, too")
def guest_without_confirm(random):
    table = Table(random, "real host")
    table.start()
    other = other_match(table, table.second.journal)
    other.side.session = table.second.side.session
    other.side.confirm = lambda talk: talk.say(Envelope("resign"))
    peer = table.air.connect(other)
    table.air.run(lambda: peer not in table.air.links, what="the rejection")
    expect(other.reasons[-1] == str(wire.UNKNOWN_MATCH), f"{other.reasons}")
    expect("suspended" not in table.real.events, "it broke the link")
    table.play(SCRIPT)
    table.leave()


@check("a guest is told that its host has another match, and waits")
def host_of_another_match(random):
    table = Table(random, "real guest")
    table.start()
    table.play(SCRIPT[:3])
    true = table.air.host
    table.air.cut_all()
    table.air.schedule = []
    table.air.host = other_match(table, true.journal)
    table.air.connect(table.real)
    table.air.run(lambda: not table.air.links, what="the rejection")
    expect(table.real.is_suspended and table.real.events[-1] == "strangerRejected", f"{table.real.events}")
    table.air.host = true
    table.play(SCRIPT)
    table.leave()


@check("a guest is told that its host has another match, and nobody has played: it takes a new seat")
def host_of_a_new_match(random):
    table = Table(random, "real guest")
    table.meet()
    key = table.real.other_key
    table.air.cut_all()
    table.air.schedule = []
    table.second = table.air.host = other_match(table, [])
    table.air.connect(table.real)
    table.air.run(lambda: table.real.events[-1] == "joined" and table.is_talking(), what="the new seat")
    expect("vacated" in table.real.events and table.real.digits == table.second.digits, "no new seat")
    expect(table.real.other_key == key, "the guest does not know the host")
    table.first = "guest"
    table.host.start("guest", table.air.now)
    table.air.settle()
    table.air.run(lambda: table.is_same(1), what="the start")
    table.play(SCRIPT)
    table.leave()


# What strangers learn


def windows(data, size=6):
    return {data[at : at + size] for at in range(len(data) - size + 1)}


def heard_from_host(table, stranger):
    """Connects, takes part in the exchange, and gives what the host said that could be known again."""
    begin, stranger.accepts_at_once = len(table.air.sent), False
    peer = table.air.connect(stranger)
    table.air.run(lambda: peer not in table.air.links or stranger.digits, what="the exchange")
    table.air.wait(100)
    exchange = stranger.side.last_exchange
    if peer in table.air.links:
        table.air.cut(peer)
    del table.air.guests[peer]
    table.air.wait(3_000)
    said = b"".join(data[6:] for _, end, data in table.air.sent[begin:] if end is table.host and data[1])
    pieces = {exchange.other_ephemeral, exchange.other_static, exchange.other_nonce}
    # While it plays, a host need not answer to the tags of somebody else.
    pieces |= {exchange.shown} if exchange.shown else set()
    return said, pieces, stranger.side.session


class Curious(Guest):
    """A guest that takes a look at what the host shows."""

    last_exchange = None

    def hear(self, talk, piece, now):
        self.last_exchange = talk.exchange
        super().hear(talk, piece, now)


def expect_nothing_common(heard):
    for number, (said, pieces, session) in enumerate(heard):
        for other_said, other_pieces, other_session in heard[:number]:
            expect(not windows(said) & windows(other_said), "six bytes were said twice")
            expect(not pieces & other_pieces, "a key, nonce or tag was shown twice")
            expect(session is None or session != other_session, "two seats have the same session")


@check("nothing of what a host says to the same stranger is said twice, at an empty table")
def stranger_at_empty_table(random):
    table = Table(random, "real host")
    table.real.kill()
    book, heard = some_players(random, 3), []
    for life in (1, 2):
        table.real = table.air.host = Real("host", life=life, book=book, birth=table.air.now)
        heard += [heard_from_host(table, new_player(Curious, random)) for _ in range(2)]
        table.real.kill()
    expect(all(len(pieces) == 4 for _, pieces, _ in heard), "not all was shown")
    expect_nothing_common(heard)


@check("nothing of what a host says to the same stranger is said twice, while it plays")
def stranger_at_played_table(random):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:3])
    heard = []
    for _ in range(3):
        claim = {"session": table.real.session, "other_key": table.second.side.other_key}
        stranger = new_player(Curious, random, some_players(random, 1), **claim)
        said, pieces, _ = heard_from_host(table, stranger)
        heard.append((said, pieces, None))
    expect_nothing_common(heard)
    table.play(SCRIPT)
    table.leave()


class Recording:
    """Says again what a guest has said on a link: its greeting, and each of its messages after one of the host's."""

    name, looks_for_host, is_suspended, is_over = "guest", False, False, False

    def __init__(self, packets):
        pieces = [Packet(data) for data in packets]
        own = [data for piece, data in zip(pieces, packets) if piece.link and piece.kind == 0]
        self.parts = [[data for piece, data in zip(pieces, packets) if not piece.link]]
        for data in own:
            if Packet(data).is_first:
                self.parts.append([])
            self.parts[-1].append(data)
        self.actions, self.heard, self.link, self.reader = [], [], None, Link0()

    def say(self):
        for data in self.parts.pop(0) if self.parts else []:
            self.actions.append(("send", data[:1] + bytes([self.link or 0]) + data[2:]))

    def link_up(self, size, now):
        self.say()

    def link_down(self, peer, now):
        self.heard.append("cut")

    def receive(self, peer, size, data, now):
        piece = Packet(data)
        if piece.link not in (0, self.link):
            return
        self.heard.append((piece.kind, piece.is_first, len(data)))
        if piece.link == 0:
            for message in self.reader.receive(piece):
                self.link = wire.decoded(message).get("link")
                self.say()
        elif piece.kind == 0:
            self.say()

    def deadline(self):
        return None


def answers(table, host, packets):
    """What `host` does when it hears the recording."""
    table.air.host, table.air.links, table.air.guests = host, {}, {}
    table.air.schedule = []
    recording = Recording(packets)
    table.air.connect(recording)
    table.air.wait(20_000)
    told = [event for event in host.events if event != "suspended"]
    host.kill()
    return recording.heard, told


def said_by_guest(table, begin=0):
    return [data for _, end, data in table.air.sent[begin:] if end is table.second]


@check("a recorded Hello does not tell a host that knows the guest from any other")
def recorded_hello(random):
    table = Table(random, "real host")
    table.start()
    packets, book = said_by_guest(table), table.real.book
    table.real.kill()
    now = table.air.now
    knows = answers(table, Real("host", life=1, birth=now, book=book), packets)
    other = answers(table, Real("host", life=2, birth=table.air.now, book=some_players(random, 2)), packets)
    expect(knows == other, f"{knows} is not {other}")
    # Welcome, message 2, and the end, as message 3 does not open.
    kinds = [what[1] for what in knows[0] if what != "cut" and what[0] == 0]
    expect(kinds.count(True) == 2 and knows[0][-1] == "cut", f"{knows}")


@check("a recorded Resume does not tell a host with this match from one with another")
def recorded_resume(random):
    table = Table(random, "real host")
    table.start()
    table.play(SCRIPT[:2])
    begin = len(table.air.sent)
    table.air.cut_all()
    table.air.run(lambda: table.real.events[-1] == "resumed", what="the resumption")
    packets = said_by_guest(table, begin)
    table.real.kill()
    mine = answers(table, table.real.started_again(table.air.now), packets)
    (stranger,) = some_players(random, 1)
    match = {"session": random.getrandbits(128), "key": stranger.key, "book": [stranger]}
    other = Real("host", table.real.journal, life=9, birth=table.air.now, **match)
    other = answers(table, other, packets)
    expect(mine == other, f"{mine} is not {other}")
    expect(mine[0][-1] == "cut" and mine[1] == ["strangerRejected"], f"{mine}")


class Thief(Guest):
    """A guest that shows tags which somebody else has shown."""

    stolen = b""

    def hear(self, talk, piece, now):
        talk.exchange.guest_tags = lambda: self.stolen
        super().hear(talk, piece, now)


@check("a false host learns no tag that it can use, and nothing twice:", *BOTH)
def stolen_tags(random, which):
    table = Table(random, which)
    table.start()
    table.play(SCRIPT[:3])
    # A new program has the other player of its match in its book as well.
    table.kill(table.guest)
    table.air.run(lambda: has_resumed(table), what="the guest's new program")
    guest, true, seen, stolen = table.guest, table.air.host, [], []
    for _ in range(3):
        table.air.cut_all()
        table.air.schedule = []
        claim = {"session": table.second.side.session, "other_key": random.randbytes(32)}
        false = table.air.host = new_player(Host, random, journal=table.second.journal, **claim)
        false.side.suspended_at = table.air.now
        false.side.finished = lambda talk, now: stolen.append(talk.exchange)
        table.air.connect(guest)
        table.air.run(lambda: not table.air.links, what="the rejection")
        exchange = stolen[-1]
        tags = [exchange.shown[at : at + TAG] for at in range(0, TAG * TAGS, TAG)]
        seen += [exchange.other_ephemeral, exchange.other_static, exchange.commitment, *tags]
        expect(guest.is_suspended, "the guest takes the false host for its own")
        table.air.host = true
        for shown in (exchange.shown, exchange.shown[TAG:] + exchange.shown[:TAG]):
            key = random.randbytes(32)
            thief = new_player(Thief, random, session=table.second.side.session, other_key=key)
            thief.side.stolen = shown
            peer = table.air.connect(thief)
            table.air.run(lambda: peer not in table.air.links, what="the rejection of the thief")
            expect(thief.side.talk is None and "resumed" not in thief.told, "the thief is taken for the guest")
            del table.air.guests[peer]
        table.air.connect(guest)
        table.air.run(lambda: has_resumed(table), what="the resumption")
    expect(len(set(seen)) == len(seen) == 3 * (3 + TAGS), "something was shown twice")
    rejected = table.real.events.count("strangerRejected")
    expect(rejected == (6 if which == "real host" else 3), f"{rejected} were rejected")
    table.play(SCRIPT)
    table.leave()
