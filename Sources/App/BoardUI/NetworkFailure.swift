import Phrases

/// Why two players do not meet over a network.
public enum NetworkFailure: Hashable, Sendable {
  /// Another program listens there already.
  case inUse(String)
  /// This computer cannot listen there; the system's words.
  case cannotListen(String, words: String)
  /// No computer has this name; the system's words.
  case unknownHost(String, words: String)
  /// Nobody listens there, or the network does not lead there; the system's words.
  case unreachable(String, words: String)
  /// Nobody answered there for this long.
  case noAnswer(String, after: Duration)

  /// The broker lets nobody in without a name and a password, or not by those that it was given.
  case notAuthorized(broker: String, isSignedIn: Bool)
  /// Somebody else has logged in at the broker by the same name, and takes the place.
  case takenOver(broker: String)
  /// The broker refuses to serve, by this number and these words of MQTT 5.
  case refused(broker: String, reason: Int32, words: String)
  /// The broker has removed this program, or bans it, by this number and these words of MQTT 5.
  case removed(broker: String, reason: Int32, words: String)
  /// The broker refuses the topics of tables.
  case forbidden(broker: String)
  /// The broker takes packets of so many bytes only.
  case tooSmall(broker: String, bytes: Int, needed: Int)
  /// The certificate of the broker is not trusted, or there is no TLS; the words of OpenSSL.
  case insecure(broker: String, words: String)
  /// Whoever listens there for a broker speaks no TLS; `plain` is the address without it.
  case noTLS(broker: String, plain: String)
  /// Whoever listens there for a broker speaks TLS; `secure` is the address with it.
  case speaksTLS(broker: String, secure: String)
  /// What answers there is no broker, or a broken one.
  case unsound(broker: String)
  /// Whoever listens there hangs up at once; `secure` is the address with TLS, if it has none.
  case turnedAway(broker: String, secure: String?)
  /// The broker lets this program in, and hangs up on what it asks for.
  case hungUp(broker: String)
  /// The broker lets this program in, and answers nothing for this long.
  case silent(broker: String, after: Duration)
  /// The broker speaks other versions of MQTT.
  case otherVersion(broker: String)
  /// Nobody answered at the table for this long, which is at a broker or nearby.
  case nobodyThere(after: Duration, isNearby: Bool = false)
  /// No player who is known here has a table there that is called so, or any.
  case noKnownTable(asked: String?, broker: String)
  /// The code of a table cannot be read.
  case brokenCode(CodeFault)

  /// What is wrong with the code of a table.
  public enum CodeFault: Hashable, Sendable {
    /// It has so many letters of so many.
    case length(Int, of: Int)
    /// It begins with a letter of another version.
    case version(Character)
    /// A letter that no code has.
    case letter(Character)
    /// A letter is wrong, or the broker is another one.
    case checksum
    /// What stands before it is no broker.
    case broker(String)
    /// It is a broker alone.
    case missing(after: String)
    /// No broker stands before it, and none is known here.
    case noBroker
  }

  /// The process's exit status.
  var code: Int32 {
    switch self {
    case .inUse, .cannotListen: 70
    case .unknownHost, .unreachable, .noAnswer, .unsound, .turnedAway, .silent: 71
    case .notAuthorized, .refused, .tooSmall, .hungUp: 72
    case .insecure, .noTLS, .speaksTLS: 73
    case .brokenCode: 74
    case .nobodyThere, .noKnownTable: 75
    case .otherVersion: 76
    case .takenOver: 77
    case .removed: 78
    case .forbidden: 79
    }
  }
}

extension NetworkFailure {
  /// What a broker does not allow, or who runs it.
  fileprivate var notAllowed: Complaint {
    switch self {
    case .takenOver(let broker):
      .init(
        say(
          """
          another program, yours or somebody else's, has logged in at the broker \(broker) by the \
          same name, and takes this one's place
          """
        ),
        say(
          """
          end one of the two, or ask who runs it for a name for each; a game that is kept goes on \
          with tabletooth resume
          """
        )
      )
    case .removed(let broker, let reason, let words):
      .init(
        say("the broker \(broker) has removed this program: \(words) (\(reason))"),
        say("ask who runs it why, or name another broker")
      )
    case .tooSmall(let broker, let bytes, let needed):
      .init(
        say("the broker \(broker) takes packets of \(bytes) bytes, and \(needed) are needed"),
        say("ask who runs it for larger ones (max_packet_size), or name another broker")
      )
    case .inUse, .cannotListen, .unknownHost, .unreachable, .noAnswer, .notAuthorized, .refused,
      .forbidden, .insecure, .noTLS, .speaksTLS, .unsound, .turnedAway, .hungUp, .silent,
      .otherVersion, .nobodyThere, .noKnownTable, .brokenCode:
      preconditionFailure("nothing that a broker does not allow")
    }
  }

  /// What is wrong with what answers where a broker should, or how; nil if it is something else.
  fileprivate var misunderstood: Complaint? {
    switch self {
    case .noTLS(let broker, let plain):
      Complaint(
        say("no TLS came about at \(broker): what listens there speaks another way, or hung up"),
        say("see whether the port is right; where the broker has no TLS, name it \(plain)")
      )
    case .speaksTLS(let broker, let secure):
      Complaint(
        say("what listens at \(broker) speaks TLS"),
        say("name it \(secure)")
      )
    case .unsound(let broker):
      Complaint(
        say("what answers at \(broker) is no MQTT broker, or a broken one"),
        say("see whether the address and the port are right, or ask who runs it")
      )
    case .turnedAway(let broker, let secure):
      Complaint(
        say("what listens at \(broker) hung up without a word"),
        secure.map {
          say("see whether a broker listens there; where it has TLS, name it \($0)")
        } ?? say("see whether a broker listens there, or ask who runs it")
      )
    case .hungUp(let broker):
      Complaint(
        say("the broker \(broker) let this program in, and hung up on what it asked for"),
        say(
          """
          ask who runs it: it may forbid tabletooth/1/#, or let in one program only of each name
          """
        )
      )
    case .silent(let broker, let limit):
      Complaint(
        say(
          """
          the broker \(broker) let this program in, and did not answer it for \
          \(limit.components.seconds) seconds
          """
        ),
        say("try again later, or ask who runs it")
      )
    case .inUse, .cannotListen, .unknownHost, .unreachable, .noAnswer, .notAuthorized, .takenOver,
      .refused, .removed, .forbidden, .tooSmall, .insecure, .otherVersion, .nobodyThere,
      .noKnownTable, .brokenCode:
      nil
    }
  }
}

extension Complaint {
  /// What is wrong with the network, or with what it leads to.
  static func network(_ failure: NetworkFailure) -> Self {
    switch failure {
    case .notAuthorized, .takenOver, .refused, .removed, .forbidden, .tooSmall, .insecure, .noTLS,
      .speaksTLS, .unsound, .turnedAway, .hungUp, .silent, .otherVersion, .nobodyThere,
      .noKnownTable:
      failure.misunderstood ?? broker(failure)
    case .brokenCode(let fault):
      .init(words(of: fault), advice(on: fault))
    case .inUse(let place):
      .init(
        say("another program listens at \(place)"),
        say("end that one, or name another port: tabletooth host --listen :4000")
      )
    case .cannotListen(let place, let words):
      .init(
        say("this computer cannot listen at \(place): \(words)"),
        say("name an address of this computer, or type tabletooth host --listen alone")
      )
    case .unknownHost(let name, let words):
      .init(
        words.isEmpty
          ? say("no computer called \(name) was found")
          : say("no computer called \(name) was found: \(words)"),
        say("see whether the name is right")
      )
    case .unreachable(let place, let words):
      .init(
        words.isEmpty
          ? say("could not connect to \(place)") : say("could not connect to \(place): \(words)"),
        isOpenThere
      )
    case .noAnswer(let place, let limit):
      .init(
        say(
          "could not connect to \(place): nobody answered for \(limit.components.seconds) seconds"
        ),
        isOpenThere
      )
    }
  }

  private static var isOpenThere: String {
    say("see whether the other tabletooth, or the broker, runs there and lets this computer in")
  }

  /// What is wrong with a broker.
  private static func broker(_ failure: NetworkFailure) -> Self {
    switch failure {
    case .notAuthorized(let broker, let isSignedIn): failure.notLetIn(broker, isSignedIn)
    case .takenOver, .removed, .tooSmall: failure.notAllowed
    case .refused(let broker, let reason, let words):
      .init(say("the broker \(broker) refuses this program: \(words) (\(reason))"), anotherBroker)
    case .forbidden(let broker):
      .init(
        say("the broker \(broker) forbids the topics of tables"),
        say("ask who runs it to allow tabletooth/1/#, or name another broker")
      )
    case .insecure(let broker, let words):
      .init(
        say("the broker \(broker) is not trusted: \(words)"),
        say(
          "see whether its name, its certificate and the clock here are right"
        )
      )
    case .otherVersion(let broker):
      .init(say("the broker \(broker) speaks neither MQTT 5 nor 3.1.1"), anotherBroker)
    case .nobodyThere(let limit, let isNearby):
      .init(
        say("nobody was at the table for \(limit.components.seconds) seconds"),
        isOpen(nearby: isNearby)
      )
    case .noKnownTable(let asked, let broker): failure.missing(asked, at: broker)
    case .inUse, .cannotListen, .unknownHost, .unreachable, .noAnswer, .brokenCode, .noTLS,
      .speaksTLS, .unsound, .turnedAway, .hungUp, .silent:
      preconditionFailure("nothing that a broker does")
    }
  }

  private static func isOpen(nearby isNearby: Bool) -> String {
    isNearby
      ? say("see whether tabletooth host still runs there, and is near enough")
      : say(
        "see whether tabletooth host --online still runs there; each table has a code of its own"
      )
  }

  private static func advice(on fault: NetworkFailure.CodeFault) -> String {
    switch fault {
    case .missing(let broker):
      say(
        """
        copy the whole line that the host shows; tabletooth join --online \(broker) finds players \
        you know
        """
      )
    case .version: Complaint.installSameVersion
    case .length, .letter, .checksum, .broker, .noBroker:
      say("copy the whole line that the host shows")
    }
  }

  private static var anotherBroker: String { say("name another one, as in --online mqtts://HOST") }

  private static func words(of fault: NetworkFailure.CodeFault) -> String {
    switch fault {
    case .length(let count, let all) where count > all:
      say("the code is too long: it has \(count) letters, and each has \(all)")
    case .length(let count, let all): say("the code has \(count) letters of \(all)")
    case .version(let letter):
      say("the code begins with \(String(letter)), which is of another version of tabletooth")
    case .letter(let letter): say("no code has the letter \(String(letter))")
    case .checksum: say("a letter of the code is wrong, or the broker before it is another one")
    case .broker(let text): say("what stands before the code is no broker: \(text)")
    case .missing(let broker): say("\(broker) is a broker, and no code of a table stands behind it")
    case .noBroker: say("the code needs its broker before it, as none is set here")
    }
  }
}

extension NetworkFailure {
  /// No player who is known here has the table that was asked for.
  fileprivate func missing(_ asked: String?, at broker: String) -> Complaint {
    Complaint(
      asked.map { say("no player you know has a table called \($0) at \(broker)") }
        ?? say("no player you know has a table at \(broker)"),
      say("ask for a table there, or join one by its code")
    )
  }

  /// A broker wants a name and a password, or others.
  fileprivate func notLetIn(_ broker: String, _ isSignedIn: Bool) -> Complaint {
    guard isSignedIn else {
      let scheme = broker.prefix { $0 != ":" }
      return Complaint(
        say("the broker \(broker) lets nobody in without a password, or nobody more"),
        say("put a name and a password before it, as in --online \(scheme)://NAME:PASSWORD@HOST")
      )
    }
    return Complaint(
      say("the broker \(broker) lets nobody in by this name and this password, or nobody more"),
      say("see whether both are right, in the settings or behind --online, or ask who runs it")
    )
  }
}

/// What is typed to reach a broker, as it may be shown.
public enum BrokerText {
  /// `text` without the names and passwords that stand before addresses.
  public static func hidingPasswords(_ text: String) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let end = part.lastIndex(of: "@") else { return String(part) }
      let scheme = part.firstRange(of: "://").map { part[..<$0.upperBound] } ?? ""
      return scheme + "…" + part[end...]
    }
    .joined(separator: ",")
  }
}
