"""Noise_XX_25519_ChaChaPoly_SHA256 with the payloads and the tags of section 5 of docs/reference/protocol.md."""

import hashlib
import hmac
from collections import namedtuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from wire import Violation

NAME = b"Noise_XX_25519_ChaChaPoly_SHA256"
SIZES = 64, 112, 208, 32
TAG, TAGS = 16, 8

# Another player, as this side remembers it: the key that names it here, and the secret of the two.
Acquaintance = namedtuple("Acquaintance", "key secret")


class KeyPair:
    """A secret key and the public one that belongs to it."""

    def __init__(self, secret):
        self.secret = secret
        self.private = X25519PrivateKey.from_private_bytes(secret)
        self.public = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def shared(self, other):
        try:
            return self.private.exchange(X25519PublicKey.from_public_bytes(other))
        except ValueError as error:
            raise Violation("a key of small order") from error


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def derived(chaining_key, material):
    """HKDF with two outputs."""
    secret = hmac.digest(chaining_key, material, "sha256")
    first = hmac.digest(secret, b"\x01", "sha256")
    return first, hmac.digest(secret, first + b"\x02", "sha256")


class Cipher:
    """One key, with a number that counts the messages."""

    def __init__(self, key):
        self.key = ChaCha20Poly1305(key)
        self.number = 0

    def nonce(self):
        self.number += 1
        return bytes(4) + (self.number - 1).to_bytes(8, "little")

    def seal(self, text, data=b""):
        return self.key.encrypt(self.nonce(), text, data)

    def open(self, text, data=b""):
        try:
            return self.key.decrypt(self.nonce(), text, data)
        except InvalidTag as error:
            raise Violation("a message that does not open") from error


class Exchange:
    """One exchange of keys: `write` and `read` in turn, the guest writes first.

    `keys` are the static pair and the ephemeral one, both new; `randoms` the nonce, 16 bytes, and the filler, 128; `known`
    those who may be on the other side, of a guest's the first eight.
    """

    def __init__(self, is_guest, greeting, answer, keys, randoms, known):
        self.is_guest, (self.static, self.ephemeral), (self.nonce, self.filler) = is_guest, keys, randoms
        self.known = known[:TAGS] if is_guest else known
        self.hash = self.chain = NAME
        self.cipher = self.seals = self.opens = None
        self.step = 0
        self.other_ephemeral = self.other_static = self.other_nonce = None
        self.commitment = self.recognised = self.compared = None
        self.shown = b""
        self.mix_hash(b"Tabletooth 3" + b"".join(len(part).to_bytes(2, "big") + part for part in (greeting, answer)))

    @property
    def is_over(self):
        return self.step == len(SIZES)

    @property
    def is_my_turn(self):
        return not self.is_over and (self.step % 2 == 0) == self.is_guest

    @property
    def other(self):
        """Who is there: somebody known, or else somebody new."""
        return self.recognised or Acquaintance(self.other_static, self.static.shared(self.other_static))

    def write(self):
        self.step += 1
        if self.step == 1:
            self.mix_hash(self.ephemeral.public)
            commitment = commit(self.ephemeral.public, self.static.public, self.nonce)
            return self.ephemeral.public + self.sealed(commitment)
        if self.step == 2:
            self.mix_hash(self.ephemeral.public)
            self.mix_key(self.ephemeral.shared(self.other_ephemeral))
            static = self.sealed(self.static.public)
            self.mix_key(self.static.shared(self.other_ephemeral))
            return self.ephemeral.public + static + self.sealed(self.nonce)
        if self.step == 3:
            tags = self.guest_tags()
            self.compared = self.hash + self.static.public + self.nonce
            static = self.sealed(self.static.public)
            self.mix_key(self.static.shared(self.other_ephemeral))
            message = static + self.sealed(self.nonce + tags)
            self.split()
            return message
        return self.seals.seal(self.host_tag())

    def read(self, message):
        if self.is_over or self.is_my_turn or len(message) != SIZES[self.step]:
            raise Violation("no message of the exchange")
        self.step += 1
        if self.step == 1:
            self.other_ephemeral = message[:32]
            self.mix_hash(message[:32])
            self.commitment = self.opened(message[32:])
        elif self.step == 2:
            self.other_ephemeral = message[:32]
            self.mix_hash(message[:32])
            self.mix_key(self.ephemeral.shared(self.other_ephemeral))
            self.other_static = self.opened(message[32:80])
            self.mix_key(self.ephemeral.shared(self.other_static))
            self.other_nonce = self.opened(message[80:])
        elif self.step == 3:
            before = self.hash
            self.other_static = self.opened(message[:48])
            self.mix_key(self.ephemeral.shared(self.other_static))
            payload = self.opened(message[48:])
            if self.commitment != commit(self.other_ephemeral, self.other_static, payload[:16]):
                raise Violation("another nonce than the one committed to")
            self.compared = before + self.other_static + payload[:16]
            self.shown = payload[16:]
            shown = [self.shown[at : at + TAG] for at in range(0, TAG * TAGS, TAG)]
            shows = (player for player in self.known if tag(player, b"guest", before) in shown)
            self.recognised = next(shows, None)
            self.split()
        else:
            self.shown = self.opens.open(message)
            shows = (player for player in self.known if tag(player, b"host", self.hash) == self.shown)
            self.recognised = next(shows, None)

    def guest_tags(self):
        tags = b"".join(tag(player, b"guest", self.hash) for player in self.known)
        return tags + self.filler[: TAG * TAGS - len(tags)]

    def host_tag(self):
        return tag(self.recognised, b"host", self.hash) if self.recognised else self.filler[:TAG]

    def split(self):
        """Makes what this side seals with, and what it opens with."""
        guests, hosts = (Cipher(key) for key in derived(self.chain, b""))
        self.seals, self.opens = (guests, hosts) if self.is_guest else (hosts, guests)

    def digits(self):
        number = int.from_bytes(sha256(b"Tabletooth comparison", self.compared)[:8], "big")
        return f"{number % 1_000_000:06}"

    def mix_hash(self, data):
        self.hash = sha256(self.hash, data)

    def mix_key(self, material):
        self.chain, key = derived(self.chain, material)
        self.cipher = Cipher(key)

    def sealed(self, text):
        text = self.cipher.seal(text, self.hash) if self.cipher else text
        self.mix_hash(text)
        return text

    def opened(self, text):
        plain = self.cipher.open(text, self.hash) if self.cipher else text
        self.mix_hash(text)
        return plain


def commit(ephemeral, static, nonce):
    return sha256(b"Tabletooth commitment", ephemeral, static, nonce)


def tag(player, role, hash):
    return hmac.digest(player.secret, b"Tabletooth " + role + hash, "sha256")[:TAG]
