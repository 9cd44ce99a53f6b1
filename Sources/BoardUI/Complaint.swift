import MatchProtocol

/// What went wrong, in words: what happened, and what the person can do.
struct Complaint: Hashable, Sendable {
  let happened: String
  let advice: String

  init(_ happened: String, _ advice: String) {
    self.happened = PrintableText(happened, limit: 300).text
    self.advice = PrintableText(advice, limit: 300).text
  }
}

// MARK: - This program and how it was started

extension Complaint {
  static func internalError(_ what: String) -> Self {
    .init("internal error: \(what)", "please report this line")
  }

  static func usage(_ what: String, help: String) -> Self {
    .init(what, "type \(help)")
  }

  static func nameTooLong(bytes: Int, limit: Int) -> Self {
    .init(
      "the name takes \(bytes) bytes, and only \(limit) fit into an advertisement",
      "give a shorter one with --name"
    )
  }

  static let nameNotUTF8 = Self("the name is not valid UTF-8", "give another one with --name")

  static func brokenFile(place: String, found: String, expected: String) -> Self {
    .init("\(place): found \(found)", "expected \(expected)")
  }

  static func machineFailed(_ what: String) -> Self {
    .init(what, "see whether that program plays by itself")
  }

  static let inputClosed = Self(
    "the input ended before the game did",
    "keep standard input open, or let --robot play this seat"
  )

  static let inputClosedByHand = Self(
    "you ended the input (control-D) before the game was over",
    "a game with another computer goes on when both type tabletooth resume"
  )

  static let outputClosed = Self(
    "nobody reads the output any more",
    "keep standard output open until the game is over"
  )

  static func interrupted(_ signal: StopSignal, keepsMatch: Bool, game: Int64?) -> Self {
    let how =
      switch signal {
      case .hangUp: "with its terminal"
      case .interrupt: "by control-C"
      case .terminate: "by a signal"
      }
    if let game { return .init("stopped \(how)", "type tabletooth resume \(game) to go on") }
    let advice = keepsMatch ? "to go on with the game" : "to begin again"
    return .init("stopped \(how)", "type the same command \(advice)")
  }
}

// MARK: - What is kept

extension Complaint {
  static func kept(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .noFolder, .unusable, .exposed, .wrongKind, .vanished: unfit(failure)
    case .damagedKey, .missingKey, .damagedMatch, .damagedRow, .outOfPlace: damaged(failure)
    case .diskFull, .damagedDatabase, .lockedDatabase, .database: database(failure)
    case .beingPlayed, .noSuchMatch, .nothingToResume, .matchOver, .noSuchPlayer, .severalPlayers:
      missing(failure)
    }
  }

  /// A file or a folder is not what this program can use.
  private static func unfit(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .noFolder:
      .init("neither XDG_DATA_HOME nor HOME names a folder to keep games in", "set one of them")
    case .unusable(let path, let words):
      .init("\(path): \(words)", "see to it that this program can write there")
    case .exposed(let path):
      .init(
        "\(path) can be read by others, or is not yours",
        "type chmod go-rwx \(path) if it is yours"
      )
    case .wrongKind(let path, let isFolderWanted):
      .init("\(path) is no \(isFolderWanted ? "folder" : "file")", "move it away")
    case .vanished(let path):
      .init(
        "\(path) was moved away or replaced while it was in use",
        "put it back; what was played before is in it"
      )
    case .damagedKey, .missingKey, .diskFull, .damagedDatabase, .lockedDatabase, .database,
      .damagedMatch, .damagedRow, .outOfPlace, .beingPlayed, .noSuchMatch, .nothingToResume,
      .matchOver, .noSuchPlayer, .severalPlayers:
      preconditionFailure("nothing that is wrong with a place")
    }
  }

  /// Something that was kept is not there any more, or makes no sense.
  private static func damaged(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .damagedKey(let path, let length):
      .init(
        "\(path) has \(length) bytes and is no key",
        "bring it back from a copy; without it you are a stranger to all who know you"
      )
    case .missingKey(let path):
      .init(
        "\(path) is gone, the key by which other players know you",
        "bring it back from a copy, or move tabletooth.db beside it away to begin as a new player"
      )
    case .damagedMatch(let id):
      .init(
        "what is kept of \(id.map { "game \($0)" } ?? "the match") is damaged",
        "give --new to begin another match; the other matches are as they were"
      )
    case .damagedRow(let table, let column):
      .init("what is kept is damaged (\(table).\(column))", "give --new to begin another match")
    case .outOfPlace(let place, let expected):
      .init(
        "message \(place) of the match was to be kept as number \(expected)",
        "please report this line"
      )
    case .noFolder, .unusable, .exposed, .wrongKind, .vanished, .diskFull, .damagedDatabase,
      .lockedDatabase, .database, .beingPlayed, .noSuchMatch, .nothingToResume, .matchOver,
      .noSuchPlayer, .severalPlayers:
      preconditionFailure("nothing that is damaged")
    }
  }

  /// The database cannot be used; each cause has its own cure.
  private static func database(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .diskFull(let path):
      .init("\(path): the disk is full", "make room, and type the same again")
    case .damagedDatabase(let path):
      .init(
        "\(path) is damaged",
        "bring it back from a copy, or move it away to begin without your games and players"
      )
    case .lockedDatabase(let path):
      .init("\(path) is held by another program", "end that one; fuser \(path) tells which it is")
    case .database(let path, let words):
      .init("what is played cannot be kept in \(path): \(words)", "see whether the disk works")
    case .noFolder, .unusable, .exposed, .wrongKind, .vanished, .damagedKey, .missingKey,
      .damagedMatch, .damagedRow, .outOfPlace, .beingPlayed, .noSuchMatch, .nothingToResume,
      .matchOver, .noSuchPlayer, .severalPlayers:
      preconditionFailure("nothing that the database says")
    }
  }

  /// What was asked for is not there, or not to be had.
  private static func missing(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .beingPlayed:
      .init(
        "this match is being played by another tabletooth",
        "end that one first, or give --new to begin another match"
      )
    case .noSuchMatch(let id):
      .init("there is no game \(id)", "type tabletooth games to see which are kept")
    case .nothingToResume:
      .init(
        "there is no match to go on with",
        "type tabletooth host or tabletooth join to begin one"
      )
    case .matchOver(let id, let result):
      .init(
        "game \(id) is over: \(result)",
        "type tabletooth replay \(id) to see it, or tabletooth host to begin another"
      )
    case .noSuchPlayer(let query):
      .init("you know no player \(query)", "type tabletooth players to see whom you know")
    case .severalPlayers(let query, let count):
      .init(
        "\(count) players fit \(query)",
        "give the first digits of the fingerprint that tabletooth players shows"
      )
    case .noFolder, .unusable, .exposed, .wrongKind, .vanished, .damagedKey, .missingKey, .diskFull,
      .damagedDatabase, .lockedDatabase, .database, .damagedMatch, .damagedRow, .outOfPlace:
      preconditionFailure("something that is there and cannot be used")
    }
  }
}

// MARK: - Bluetooth on this computer

extension Complaint {
  static func noAdapter(asked: String?) -> Self {
    if let asked {
      .init(
        "there is no Bluetooth adapter \(asked)",
        "leave --adapter out, or type tabletooth doctor to see what there is"
      )
    } else {
      .init("there is no Bluetooth adapter", "plug one in, then type tabletooth doctor")
    }
  }

  static func adapterOff(_ name: String) -> Self {
    .init("the adapter \(name) is off and cannot be switched on", "type bluetoothctl power on")
  }

  static func adapterBlocked(_ name: String) -> Self {
    .init("the adapter \(name) is blocked", "type rfkill unblock bluetooth")
  }

  static let noDaemon = Self(
    "bluetoothd is not running",
    "type sudo systemctl start bluetooth, or install the package bluez"
  )

  static func noBus(_ address: String) -> Self {
    // Where D-Bus has the system bus, unless it is told otherwise.
    guard !address.hasSuffix("/system_bus_socket") else {
      return .init("the system bus is not running", "type sudo systemctl start dbus")
    }
    return .init(
      "there is no bus at \(address)",
      "see whether --bus or TABLETOOTH_BUS is right, or leave both out"
    )
  }

  static let daemonGone = Self(
    "bluetoothd was running and is gone: it has crashed, or was stopped",
    "type tabletooth doctor, which knows of releases that crash"
  )

  static let noPermission = Self(
    "the system bus does not let this user play over Bluetooth",
    "install dbus-policy/tabletooth.conf as dbus-policy/README.md says"
  )

  static func noPeripheralRole(_ name: String) -> Self {
    .init(
      "the adapter \(name) cannot be a peripheral, so it cannot host",
      "host on the other computer and join from this one"
    )
  }
}

// MARK: - The other side

extension Complaint {
  static func nobodyFound(asked: String?, heard: [String]) -> Self {
    if let asked, !heard.isEmpty {
      .init(
        "found no table called \(asked), only \(heard.joined(separator: ", "))",
        "type tabletooth join with the name or the address of one"
      )
    } else if let asked {
      .init(
        "found no table called \(asked)",
        "type tabletooth scan to see which tables are open"
      )
    } else {
      .init(
        "found no open table",
        "type tabletooth host on the other computer, and bring the two closer"
      )
    }
  }

  static func couldNotConnect(
    to name: String,
    because failure: ExitReason.ConnectFailure
  ) -> Self {
    let closer = "bring the two computers closer and try again"
    switch failure {
    case .bluetooth(let words):
      return .init("could not connect to \(name) (\(shortened(words)))", closer)
    case .tableClosed:
      return .init(
        "could not connect to \(name), which is not open any more: somebody else may have sat down",
        "type tabletooth scan to see which tables are open"
      )
    case .linkBroke:
      return .init("could not connect to \(name): the link broke before a seat was given", closer)
    case .noAnswer(let limit):
      return .init(
        "could not connect to \(name): nobody answered for \(limit.components.seconds) seconds",
        "see whether tabletooth host still runs there, and try again"
      )
    }
  }

  /// What another program says, whole or up to the end of a word.
  private static func shortened(_ words: String, limit: Int = 64) -> String {
    let text = PrintableText(words, limit: 300).text
    guard text.count > limit else { return text }
    let whole = text.prefix(limit).split(separator: " ").dropLast()
    return whole.joined(separator: " ") + " …"
  }

  static func severalTables(_ tables: [String]) -> Self {
    .init(
      "several tables fit: \(tables.joined(separator: ", "))",
      "type tabletooth join with the address of one"
    )
  }

  static let roomFull = Self(
    "the seat at this table is taken",
    "try again when the game there is over"
  )

  static func otherVersion(_ what: String) -> Self {
    .init(what, "install the same version of tabletooth on both computers")
  }

  static func garbage(_ what: String) -> Self {
    .init(
      "the other side sent something that is not Tabletooth (\(what))",
      sameVersion
    )
  }

  static let messageTooLarge = Self(
    "the other side announced a message that is far too long",
    sameVersion
  )

  static func illegalMove(_ what: String) -> Self {
    .init(
      "the other side broke the rules (\(what))",
      sameVersion
    )
  }

  static func linkLost(name: String, cause: ExitReason.LostCause) -> Self {
    let again = "bring the two computers closer and type tabletooth resume on both"
    return
      switch cause
    {
    case .disconnected: .init("the connection to \(name) was lost", again)
    case .packetLost: .init("the connection to \(name) lost a message", again)
    case .bluetoothGone:
      .init("Bluetooth on this computer stopped", "type tabletooth doctor to see why")
    case .busGone:
      .init(
        "the bus that bluetoothd is on has stopped",
        "start it (sudo systemctl start dbus bluetooth), then type the same command to go on"
      )
    case .silent(let duration):
      .init("nothing was heard from \(name) for \(duration.components.seconds) seconds", again)
    }
  }

  static func otherSideLeft(name: String, why: GoodbyeReason) -> Self {
    switch why {
    case .left, .gameOver, .unknownMatch, .recordsDiffer:
      .init(
        "\(name) left before the game was over",
        "type tabletooth resume on both computers to go on"
      )
    case .illegalMove:
      .init("the computer of \(name) refused a move of this one", sameVersion)
    case .protocolViolation:
      .init("the computer of \(name) did not understand this one", sameVersion)
    case .notAccepted:
      .init("\(name) did not accept you", "start again, and compare the digits on both screens")
    case .failed:
      .init("the program of \(name) could not go on", sameVersion)
    }
  }

  static func notAccepted(name: String, why: ExitReason.Refusal) -> Self {
    let again = "start again, and compare the digits on both screens"
    switch why {
    case .here: return .init("you did not accept \(name)", again)
    case .there: return .init("\(name) did not accept you", again)
    case .keyChanged:
      return .init(
        "\(name) did not prove to be the player you know by that name",
        "ask \(name), and if the computer is a new one, type tabletooth players forget and the name"
      )
    case .noAnswer(let limit):
      let seconds = limit.components.seconds
      return .init("you and \(name) did not accept each other within \(seconds) seconds", again)
    case .linkBroke:
      return .init(
        "the link broke while you and \(name) compared digits, and somebody may be in between",
        again
      )
    }
  }

  private static let sameVersion = "start a new game, with the same version on both computers"
}
