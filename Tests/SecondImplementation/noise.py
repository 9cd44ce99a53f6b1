"""Noise_XX_25519_ChaChaPoly_SHA256 with the payloads of section 5 of docs/protocol.md."""

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from wire import Violation

NAME = b"Noise_XX_25519_ChaChaPoly_SHA256"


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
    """One exchange of keys: `write` and `read` in turn, the guest writes first."""

    def __init__(self, is_guest, greeting, answer, static, ephemeral, nonce):
        self.is_guest, self.static, self.ephemeral, self.nonce = is_guest, static, ephemeral, nonce
        self.hash = self.chain = NAME
        self.cipher = None
        self.step = 0
        self.other_ephemeral = self.other_static = self.commitment = None
        self.mix_hash(b"Tabletooth 2" + b"".join(len(part).to_bytes(2, "big") + part for part in (greeting, answer)))

    @property
    def is_over(self):
        return self.step == 3

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
        static = self.sealed(self.static.public)
        self.mix_key(self.static.shared(self.other_ephemeral))
        return static + self.sealed(self.nonce)

    def read(self, message):
        self.step += 1
        if self.step > 3 or (self.step == 2) != self.is_guest or len(message) != (64, 112, 80)[self.step - 1]:
            raise Violation("no message of the exchange")
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
            self.opened(message[80:])
        else:
            self.other_static = self.opened(message[:48])
            self.mix_key(self.ephemeral.shared(self.other_static))
            nonce = self.opened(message[48:])
            if self.commitment != commit(self.other_ephemeral, self.other_static, nonce):
                raise Violation("another nonce than the one committed to")

    def digits(self):
        number = int.from_bytes(sha256(b"Tabletooth comparison", self.hash)[:8], "big")
        return f"{number % 1_000_000:06}"

    def ciphers(self):
        """What this side seals with, and what it opens with."""
        guests, hosts = (Cipher(key) for key in derived(self.chain, b""))
        return (guests, hosts) if self.is_guest else (hosts, guests)

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
