internal import BoardUI
internal import BrokerTransport
internal import MQTT
internal import Phrases
internal import StreamTransport

extension ExitReason {
  /// The meaning of an error of the transport over a network.
  init(_ error: StreamError) {
    switch error {
    case .unknownHost(let name, let words): self = .unknownHost(name, words)
    case .unreachable(let place, let words): self = .unreachable(place.endpoint, words)
    case .noAnswer(let place, let limit): self = .noAnswer(place.endpoint, limit)
    case .inUse(let place):
      self.init(
        .busy,
        say("another program listens at \(place.endpoint)"),
        say("end that one, or name another port: tabletooth host --on tcp::4000")
      )
    case .cannotListen(let place, let words):
      self.init(
        .usage,
        say("this computer cannot listen at \(place.endpoint): \(words)"),
        say("name an address of this computer, or type tabletooth host --on tcp alone")
      )
    case .notConnected: self = .unreachable("", "")
    }
  }

  /// The meaning of an error of opening the page.
  init(_ error: PageError) {
    switch error {
    case .notInstalled:
      self.init(
        .usage,
        say("the page for browsers is not installed"),
        say("run make page, or set TABLETOOTH_PAGE to its folder")
      )
    case .noAddress(.inUse(let place)):
      self.init(
        .busy,
        say("another program listens at \(place.endpoint)"),
        say("end that one, or name another port, as in --on web::4000")
      )
    case .noAddress(.cannotListen(let place, let words)):
      self.init(
        .usage,
        say("this computer cannot listen at \(place.endpoint): \(words)"),
        say("name an address of this computer, or type tabletooth host --on web alone")
      )
    case .noAddress(let reason): self.init(reason)
    }
  }

  /// The meaning of an error of the transport over a broker.
  init(_ error: BrokerError) {
    switch error {
    case .nobodyThere(let limit): self = .nobodyThere(after: limit)
    case .notConnected: self = .unreachable("", "")
    case .broker(let broker, let error): self.init(error, at: broker)
    }
  }

  /// The settings want a broker always, and name none.
  init(_ error: NoBrokerSet) {
    self = .settings(
      place: error.path,
      found: say("online = \"always\" and no broker"),
      expected: "broker = \"mqtts://broker.example.org\""
    )
  }

  private static func unknownHost(_ name: String, _ words: String) -> Self {
    Self(
      .noConnection,
      words.isEmpty
        ? say("no computer called \(name) was found")
        : say("no computer called \(name) was found: \(words)"),
      say("see whether the name is right")
    )
  }

  private static func unreachable(_ place: String, _ words: String) -> Self {
    Self(
      .noConnection,
      words.isEmpty
        ? say("could not connect to \(place)") : say("could not connect to \(place): \(words)"),
      isOpenThere
    )
  }

  private static func noAnswer(_ place: String, _ limit: Duration) -> Self {
    Self(
      .noConnection,
      say("could not connect to \(place): nobody answered for \(limit.components.seconds) seconds"),
      isOpenThere
    )
  }

  private static var isOpenThere: String {
    say("see whether the other tabletooth, or the broker, runs there and lets this computer in")
  }
}

// MARK: - Brokers

extension ExitReason {
  private static var anotherBroker: String { say("name another one, as in --on mqtts://HOST") }

  private init(_ error: MQTTError, at broker: BrokerAddress) {
    switch error {
    case .unknownHost(let host): self = .unknownHost(host, "")
    case .unreachable(let words), .lost(let words), .invalidText(let words):
      self = .unreachable(broker.description, words)
    case .notConnected, .full: self = .unreachable(broker.description, "")
    case .noAnswer(let limit): self = .noAnswer(broker.description, limit)
    case .insecure, .noTLS, .speaksTLS: self.init(secure: error, at: broker)
    case .unsound, .turnedAway, .hungUp, .silent: self.init(mute: error, at: broker)
    case .notAuthorized: self = .notAuthorized(at: broker)
    case .refused(let reason, let words):
      self.init(
        .refused,
        say("the broker \(broker.description) refuses this program: \(words) (\(reason))"),
        Self.anotherBroker
      )
    case .otherVersion:
      self.init(
        .otherVersion,
        say("the broker \(broker.description) does not speak MQTT 3.1.1"),
        Self.anotherBroker
      )
    case .forbidden:
      self.init(
        .refused,
        say("the broker \(broker.description) forbids the topics of tables"),
        say("ask who runs it to allow tabletooth/1/#, or name another broker")
      )
    }
  }

  /// TLS does not come about, or is not trusted.
  private init(secure error: MQTTError, at broker: BrokerAddress) {
    let name = broker.description
    switch error {
    case .insecure(let words):
      self.init(
        .refused,
        say("the broker \(name) is not trusted: \(words)"),
        say("see whether its name, its certificate and the clock here are right")
      )
    case .noTLS:
      let plain = broker.speaking(.plain).description
      self.init(
        .refused,
        say("no TLS came about at \(name): what listens there speaks another way, or hung up"),
        say("see whether the port is right; where the broker has no TLS, name it \(plain)")
      )
    case .speaksTLS:
      let secure = broker.speaking(.secure).description
      self.init(.refused, say("what listens at \(name) speaks TLS"), say("name it \(secure)"))
    case _: self = .internalError("\(error)")
    }
  }

  /// Makes the reason for a server that is no broker, or does not answer any longer.
  private init(mute error: MQTTError, at broker: BrokerAddress) {
    let name = broker.description
    switch error {
    case .turnedAway:
      let secure = broker.scheme == .plain ? broker.speaking(.secure).description : nil
      self.init(
        .noConnection,
        say("what listens at \(name) hung up without a word"),
        secure.map { say("see whether a broker listens there; where it has TLS, name it \($0)") }
          ?? say("see whether a broker listens there, or ask who runs it")
      )
    case .hungUp:
      self.init(
        .refused,
        say("the broker \(name) let this program in, and hung up on what it asked for"),
        say(
          "ask who runs it: it may forbid tabletooth/1/#, or let in one program only of each name"
        )
      )
    case .silent(let limit):
      self.init(
        .noConnection,
        say(
          """
          the broker \(name) let this program in, and did not answer it for \
          \(limit.components.seconds) seconds
          """
        ),
        say("try again later, or ask who runs it")
      )
    case _:
      self.init(
        .noConnection,
        say("what answers at \(name) is no MQTT broker, or a broken one"),
        say("see whether the address and the port are right, or ask who runs it")
      )
    }
  }

  /// A broker wants a name and a password, or others.
  private static func notAuthorized(at broker: BrokerAddress) -> Self {
    let name = broker.description
    guard broker.credentials == nil else {
      return Self(
        .refused,
        say("the broker \(name) lets nobody in by this name and this password, or nobody more"),
        say("see whether both are right, in the settings or behind --on, or ask who runs it")
      )
    }
    let scheme = name.prefix { $0 != ":" }
    return Self(
      .refused,
      say("the broker \(name) lets nobody in without a password, or nobody more"),
      say("put a name and a password before it, as in --on \(scheme)://NAME:PASSWORD@HOST")
    )
  }
}

// MARK: - Codes

extension ExitReason {
  /// The meaning of a code of a table that cannot be read.
  init(_ error: TableCode.Broken) {
    switch error {
    case .version: self.init(.usage, Self.words(error), Self.installSameVersion)
    case .missing(let broker):
      self.init(
        .usage,
        Self.words(error),
        say(
          """
          copy the whole line that the host shows; tabletooth join --on \(broker.description) \
          finds players you know
          """
        )
      )
    case .length, .letter, .checksum, .broker, .noBroker:
      self.init(.usage, Self.words(error), say("copy the whole line that the host shows"))
    }
  }

  private static func words(_ error: TableCode.Broken) -> String {
    switch error {
    case .length(let count) where count > TableCode.letterCount:
      say("the code is too long: it has \(count) letters, and each has \(TableCode.letterCount)")
    case .length(let count): say("the code has \(count) letters of \(TableCode.letterCount)")
    case .version(let letter):
      say("the code begins with \(String(letter)), which is of another version of tabletooth")
    case .letter(let letter): say("no code has the letter \(String(letter))")
    case .checksum: say("a letter of the code is wrong, or the broker before it is another one")
    case .broker(let text):
      say("what stands before the code is no broker: \(BrokerText.hidingPasswords(text))")
    case .missing(let broker):
      say("\(broker.description) is a broker, and no code of a table stands behind it")
    case .noBroker: say("the code needs its broker before it, as none is set here")
    }
  }
}
