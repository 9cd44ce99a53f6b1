"""A simulated air and clock between a real side and sides written in Python."""

import heapq
import itertools
import os
import re
import subprocess

import gomoku
import wire
from framing import Packet
from guest import Guest
from noise import Acquaintance
from wire import Envelope

SOAK = os.environ.get("SOAK", ".build/debug/soak")


class Real:
    """The real program's session, behind `soak peer`; `book` has whom it knows, as that of a second side has."""

    def __init__(self, role, journal=(), session=None, key=None, life=0, birth=0, book=()):
        self.role, self.birth, self.life = role, birth, life
        self.actions, self.events, self.moves, self.journal = [], [], [], []
        self.digits = self.session = self.other_key = self.deadline_at = None
        self.name = "host"
        self.clock = 0
        self.words, self.arrived = [], (0, "")
        self.piped, self.has_pipe_ended = (0, ""), False
        self.process = subprocess.Popen(
            [SOAK, "peer", "--as", role, "--life", str(life)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.book = list(book)
        for player in self.book:
            self.order(f"know {player.key.hex()} {player.secret.hex()}")
        if session is not None:
            self.session, self.other_key, self.journal = session, key, list(journal)
            for who, message in journal:
                self.order(f"{who} {message.hex()}")
            self.order(f"resume {session:x} {key.hex()}")
            self.events.append("suspended")
        restored = [wire.decoded(message) for _, message in self.journal]
        self.moves = [message["text"] for message in restored if message.kind == "move"]

    def kill(self):
        """Ends the program at once; what it wrote down stays."""
        self.process.kill()
        self.process.communicate()

    def started_again(self, now):
        return Real(self.role, self.journal, self.session, self.other_key, self.life + 1, now, self.book)

    def order(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while True:
            word, *rest = self.process.stdout.readline().split() or ["nothing"]
            if word == ".":
                self.deadline_at = None if rest[0] == "-" else int(rest[0]) + self.birth
                return
            self.take(word, rest)

    def take(self, word, rest):
        if word == "send":
            self.actions.append(("send", bytes.fromhex(rest[0])))
        elif word == "disconnect":
            self.actions.append(("disconnect", rest[0]))
        elif word in ("said", "heard"):
            self.journal.append((word, bytes.fromhex(rest[0])))
        elif word == "introduced":
            self.digits, self.session = rest[0], int(rest[1], 16)
            other = Acquaintance(*map(bytes.fromhex, rest[2:]))
            self.other_key = other.key
            self.book = [other, *(player for player in self.book if player.key != other.key)]
        elif word == "move":
            self.moves.append(rest[0])
        elif word == "event":
            self.events.append(re.match(r"\w+", rest[0])[0])
            self.last_event = " ".join(rest)
        elif word == "words":
            self.words.append(bytes.fromhex(rest[0]).decode())
        elif word == "part":
            self.arrived = int(rest[0]), rest[1]
        elif word == "piped":
            self.piped = int(rest[0]), rest[1]
        elif word == "ended":
            self.has_pipe_ended = True
        elif word == "over":
            self.events.append("game over")
        else:
            raise AssertionError(f"the program says {word} {rest}")

    # Inputs

    def at(self, now, line):
        if now != self.clock:
            self.clock = now
            self.order(f"t {now - self.birth}")
        self.order(line)

    def link_up(self, size, now):
        self.at(now, f"up {size}")

    def link_down(self, peer, now):
        self.at(now, f"down {peer}")

    def receive(self, peer, size, data, now):
        self.at(now, f"packet {peer} {size} {data.hex()}")

    def tick(self, now):
        self.clock = now
        self.order(f"t {now - self.birth}")

    def play(self, text, now):
        self.moves.append(text)
        self.at(now, f"play {text}")

    def close(self, now):
        self.at(now, "close")

    def start(self, first, now):
        self.at(now, f"start {first}")

    def deadline(self):
        return self.deadline_at

    @property
    def is_over(self):
        return "ended" in self.events

    @property
    def is_suspended(self):
        return self.last_of("suspended", "resumed", "joined", "vacated", "ended") == "suspended"

    @property
    def looks_for_host(self):
        return self.last_of("suspended", "resumed", "joined", "vacated", "ended") in ("suspended", "vacated")

    def last_of(self, *events):
        return next((event for event in reversed(self.events) if event in events), None)


class Second:
    """A side written in Python, with a board, and a player who takes whoever is introduced."""

    def __init__(self, side, random):
        self.side, self.random = side, random
        self.name = "guest" if isinstance(side, Guest) else "host"
        self.digits, self.moves, self.told = None, [], []
        self.accepts_at_once, self.reasons, self.end = True, [], None
        self.replay()

    def replay(self):
        for message in (wire.decoded(message) for _, message in self.side.journal):
            if message.kind == "move":
                self.moves.append(message["text"])

    @property
    def actions(self):
        return self.side.actions

    @property
    def journal(self):
        return self.side.journal

    @property
    def is_over(self):
        return self.side.state == "over"

    @property
    def is_suspended(self):
        return self.side.state == "suspended"

    @property
    def looks_for_host(self):
        return self.is_suspended or self.side.state == "unlinked" and self.side.until is not None

    def link_up(self, size, now):
        self.side.link_up(size, now)

    def link_down(self, peer, now):
        self.side.link_down(*(() if self.name == "guest" else (peer,)), now)

    def receive(self, peer, size, data, now):
        self.side.receive(*(() if self.name == "guest" else (peer, size)), data, now)
        self.look(now)

    def tick(self, now):
        self.side.tick(now)
        self.look(now)

    def look(self, now):
        while self.side.events:
            event = self.side.events.pop(0)
            self.told.append(event[0])
            self.reasons.append(str(event[-1]))
            if event[0] == "introduced":
                self.digits = event[1]
                if self.accepts_at_once:
                    self.side.accept(now)
            elif event[0] == "message" and event[1].kind == "move":
                self.hear_move(event[1])
            elif event[0] == "over":
                self.end = event[1]

    def hear_move(self, move):
        board = gomoku.Board([*self.moves, move["text"]])
        if (move["ply"], move["position"]) != (len(self.moves), board.hash()):
            raise AssertionError(f"{move} after {self.moves}: hash {board.hash()}")
        self.moves.append(move["text"])

    def play(self, text, now):
        position = gomoku.Board([*self.moves, text]).hash()
        self.side.submit(Envelope("move", ply=len(self.moves), text=text, position=position), now)
        self.moves.append(text)

    def start(self, first, now):
        first = wire.HOST if first == "host" else wire.GUEST
        self.side.submit(Envelope("start", game="gomoku", rule="freestyle", first=first), now)

    def close(self, now, reason=wire.LEFT):
        self.side.close(now, reason)

    def deadline(self):
        return self.side.deadline()

    def started_again(self, now):
        """The same player after its program was killed, with what is on its disk."""
        old = self.side
        side = type(old)(
            old.name, old.book, self.random, session=old.session, other_key=old.other_key, journal=old.journal
        )
        side.suspended_at = now
        return Second(side, self.random)


def new_player(kind, random, book=(), **others):
    return Second(kind("Zoë" if kind is Guest else "Hé", list(book), random, **others), random)


class Air:
    """Links between one host and its guests, and what happens to packets on them."""

    def __init__(self, host, random, size=180, loss=0.0, twice=0.0, spread=0):
        self.host, self.random, self.size = host, random, size
        self.loss, self.twice, self.spread = loss, twice, spread
        self.is_bad = False
        self.longest = 512
        self.now, self.order = 0, itertools.count()
        self.schedule, self.guests, self.links = [], {}, {}
        self.sent = []
        self.numbers = itertools.count(1)

    @property
    def ends(self):
        return [self.host, *self.guests.values()]

    def after(self, delay, act, *arguments):
        heapq.heappush(self.schedule, (self.now + delay, next(self.order), act, arguments))

    # Links

    def connect(self, guest, peer=None):
        """Brings a new link up, and gives the host's name for its guest."""
        peer = peer or f"guest{next(self.numbers)}"
        for old in [name for name, other in self.guests.items() if other is guest]:
            del self.guests[old]
        self.guests[peer] = guest
        self.links[peer] = next(self.order)
        guest.link_up(self.size, self.now)
        self.settle()
        return peer

    def cut(self, peer):
        """Ends a link; what is on its way is lost. A guest that waits for that comes back after half a second."""
        if self.links.pop(peer, None) is None:
            return
        guest = self.guests[peer]
        self.host.link_down(peer, self.now)
        guest.link_down("host", self.now)
        self.settle()
        self.after(500, self.come_back, guest)

    def come_back(self, guest):
        if guest.looks_for_host and not any(self.guests[peer] is guest for peer in self.links):
            self.connect(guest)

    def cut_all(self):
        for peer in list(self.links):
            self.cut(peer)

    def replace(self, old, new):
        """Puts `new` in the place of a side that was killed."""
        if old is self.host:
            self.host = new
        for peer, guest in self.guests.items():
            if guest is old:
                self.guests[peer] = new

    # Packets

    def settle(self):
        for end in self.ends:
            while end.actions:
                action, what = end.actions.pop(0)
                if action == "disconnect":
                    for peer in list(self.links):
                        if (end is self.host and peer == what) or self.guests[peer] is end:
                            self.after(self.spread + 11, self.cut_if_same, peer, self.links[peer])
                    continue
                self.sent.append((self.now, end, what))
                for peer in self.links:
                    if end is self.host or self.guests[peer] is end:
                        self.carry(end, peer, what)

    def cut_if_same(self, peer, link):
        if self.links.get(peer) == link:
            self.cut(peer)

    def carry(self, end, peer, data):
        if len(data) > self.longest or self.is_bad and self.random.random() < self.loss:
            return
        for _ in range(2 if self.is_bad and self.random.random() < self.twice else 1):
            delay = 10 + (self.random.randrange(self.spread + 1) if self.is_bad else 0)
            self.after(delay, self.arrive, end is self.host, peer, self.links[peer], data)

    def arrive(self, is_hosts, peer, link, data):
        if self.links.get(peer) != link:
            return
        if is_hosts:
            self.guests[peer].receive("host", self.size, data, self.now)
        else:
            self.host.receive(peer, self.size, data, self.now)

    # Time

    def run(self, until, within=120_000, what="it"):
        end = self.now + within
        same = 0
        while not until():
            due = [end.deadline() for end in self.ends] + [time for time, *_ in self.schedule[:1]]
            time = min((time for time in due if time is not None), default=None)
            if time is None or time > end:
                raise AssertionError(f"{what} did not happen within {within} ms")
            same = 0 if time > self.now else same + 1
            if same > 2_000:
                raise AssertionError("time stands still")
            self.now = max(self.now, -int(-time // 1))
            for side in self.ends:
                if side.deadline() is not None and side.deadline() <= self.now:
                    side.tick(self.now)
            self.settle()
            while self.schedule and self.schedule[0][0] <= self.now:
                _, _, act, arguments = heapq.heappop(self.schedule)
                act(*arguments)
                self.settle()

    def wait(self, milliseconds):
        """Lets so much time pass."""
        is_over = []
        self.after(milliseconds, is_over.append, True)
        self.run(lambda: is_over, milliseconds + 1, "the wait")

    def packets_of(self, end, since=0):
        return [(time, Packet(data)) for time, side, data in self.sent if side is end and time >= since]
