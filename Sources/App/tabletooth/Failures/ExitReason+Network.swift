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
        say("another program already uses \(place.endpoint)"),
        say("stop it, or use another port: tabletooth host --on tcp::4000")
      )
    case .cannotListen(let place, let words):
      self.init(
        .usage,
        say("this computer cannot listen at \(place.endpoint): \(words)"),
        say("give an address of this computer, or run just tabletooth host --on tcp")
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
        say("another program already uses \(place.endpoint)"),
        say("stop it, or use another port, as in --on web::4000")
      )
    case .noAddress(.cannotListen(let place, let words)):
      self.init(
        .usage,
        say("this computer cannot listen at \(place.endpoint): \(words)"),
        say("give an address of this computer, or run just tabletooth host --on web")
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
      say("check the name")
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
      say("could not connect to \(place): no answer for \(limit.components.seconds) seconds"),
      isOpenThere
    )
  }

  private static var isOpenThere: String {
    say("check that the other tabletooth, or the broker, is running there and admits this computer")
  }
}

// MARK: - Brokers

extension ExitReason {
  private static var anotherBroker: String { say("use another one, as in --on mqtts://HOST") }

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
        say("the broker \(broker.description) refused the connection: \(words) (\(reason))"),
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
        say("the broker \(broker.description) forbids the topics for tables"),
        say("ask its operator to allow tabletooth/1/#, or use another broker")
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
        say("check its name, its certificate and this computer's clock")
      )
    case .noTLS:
      let plain = broker.speaking(.plain).description
      self.init(
        .refused,
        say("the TLS handshake with \(name) failed: the server disconnected or does not use TLS"),
        say("check the port; if the broker does not use TLS, use \(plain)")
      )
    case .speaksTLS:
      let secure = broker.speaking(.secure).description
      self.init(.refused, say("the server at \(name) uses TLS"), say("use \(secure)"))
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
        say("the server at \(name) hung up without answering"),
        secure.map { say("check that a broker listens there; if it uses TLS, use \($0)") }
          ?? say("check that a broker listens there, or ask its operator")
      )
    case .hungUp:
      self.init(
        .refused,
        say("the broker \(name) accepted this program, then dropped the connection"),
        say(
          "ask its operator: it may forbid tabletooth/1/#, or allow only one program per name"
        )
      )
    case .silent(let limit):
      self.init(
        .noConnection,
        say(
          """
          the broker \(name) accepted this program but did not answer for \
          \(limit.components.seconds) seconds
          """
        ),
        say("try again later, or ask its operator")
      )
    case _:
      self.init(
        .noConnection,
        say("the server at \(name) is not an MQTT broker, or is broken"),
        say("check the address and the port, or ask its operator")
      )
    }
  }

  /// A broker wants a name and a password, or others.
  private static func notAuthorized(at broker: BrokerAddress) -> Self {
    let name = broker.description
    guard broker.credentials == nil else {
      return Self(
        .refused,
        say("the broker \(name) refused this name and password, or its limit is reached"),
        say("check both, in the settings or after --on, or ask its operator")
      )
    }
    let scheme = name.prefix { $0 != ":" }
    return Self(
      .refused,
      say("the broker \(name) needs a password, or its limit is reached"),
      say("add a name and a password, as in --on \(scheme)://NAME:PASSWORD@HOST")
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
          finds your contacts
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
      say("the code is too long: it has \(count) letters instead of \(TableCode.letterCount)")
    case .length(let count): say("the code has \(count) of \(TableCode.letterCount) letters")
    case .version(let letter):
      say("the code starts with \(String(letter)), so it is from another version of tabletooth")
    case .letter(let letter): say("no code uses the letter \(String(letter))")
    case .checksum: say("a letter of the code is wrong, or the code belongs to another broker")
    case .broker(let text):
      say("the text before the code is not a broker: \(BrokerText.hidingPasswords(text))")
    case .missing(let broker):
      say("\(broker.description) is a broker, and no table code follows it")
    case .noBroker: say("put the broker before the code, because none is set here")
    }
  }
}
