"""A real side and a second one at a table, and what a check is: a body with a name, from which all its luck is drawn."""

import random
import re

import wire
from air import Air, Real, new_player
from guest import Guest
from host import Host

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
