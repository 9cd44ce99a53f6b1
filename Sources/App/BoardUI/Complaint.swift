import MatchPlay
import MatchProtocol
import Phrases

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
    .init(say("internal error: \(what)"), say("please report this line"))
  }

  static func usage(_ what: String, help: String) -> Self {
    .init(what, say("type \(help)"))
  }

  static func nameTooLong(bytes: Int, limit: Int) -> Self {
    .init(
      say("the name takes \(bytes) bytes, and a name has at most \(limit)"),
      say("give a shorter one with --name")
    )
  }

  static var nameNotUTF8: Self {
    Self(
      say("what was typed behind the command is not valid UTF-8"),
      say("rename the file, or type another name")
    )
  }

  static func brokenFile(place: String, found: String, expected: String) -> Self {
    .init(say("\(place): found \(found)"), say("expected \(expected)"))
  }

  static func noSignedResult(_ file: String) -> Self {
    .init(
      say("\(file) is no result that two players have signed"),
      say("type tabletooth games export N --signed to get one of game N")
    )
  }

  static func machineFailed(_ what: String) -> Self {
    .init(what, say("see whether that program plays by itself"))
  }

  static var inputClosed: Self {
    Self(
      say("the input ended before the game did"),
      say("keep standard input open, or let --robot play this seat")
    )
  }

  static var inputClosedByHand: Self {
    Self(
      say("you ended the input (control-D) before the game was over"),
      say("a game that is kept goes on with tabletooth resume")
    )
  }

  static func pipeBroken(_ name: String) -> Self {
    .init(
      say("\(name) has left before all had come through the pipe"),
      say("begin again; what is here is not all of it")
    )
  }

  static func pipeNotWritten(_ why: String) -> Self {
    .init(
      say("what came through the pipe cannot be written: \(why)"),
      say("make room, and begin again")
    )
  }

  static var outputClosed: Self {
    Self(
      say("nobody reads the output any more"),
      say("keep standard output open until the game is over")
    )
  }

  static func interrupted(_ signal: StopSignal, keepsMatch: Bool, game: Int64?) -> Self {
    let what = stopped(signal)
    if let game {
      return .init(what, say("type tabletooth resume \(game) to go on"))
    }
    let advice = keepsMatch ? say("to go on with the game") : say("to begin again")
    return .init(what, say("type the same command \(advice)"))
  }

  static func challengeInterrupted(_ signal: StopSignal) -> Self {
    .init(stopped(signal), say("type tabletooth resume to go on with the game"))
  }

  static func stopped(_ signal: StopSignal) -> String {
    let how =
      switch signal {
      case .hangUp: say("with its terminal")
      case .interrupt: say("by control-C")
      case .terminate: say("by a signal")
      }
    return say("stopped \(how)")
  }
}

// MARK: - What is kept

extension Complaint {
  static func kept(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .noFolder, .unusable, .exposed, .wrongKind, .symbolicLink, .vanished: unfit(failure)
    case .damagedKey, .missingKey, .damagedMatch, .damagedRow, .outOfPlace: damaged(failure)
    case .diskFull, .damagedDatabase, .lockedDatabase, .database: database(failure)
    case .beingPlayed, .noSuchMatch, .nothingToResume, .matchOver, .fromFile, .noSuchPlayer,
      .severalPlayers, .severalMatches:
      missing(failure)
    }
  }

  /// A file or a folder is not what this program can use.
  private static func unfit(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .noFolder:
      .init(
        say("neither XDG_DATA_HOME nor HOME names a folder to keep games in"),
        say("set one of them")
      )
    case .unusable(let path, let words):
      .init("\(path): \(words)", say("see to it that this program can write there"))
    case .exposed(let path):
      .init(
        say("\(path) can be read by others, or is not yours"),
        say("type chmod go-rwx \(path) if it is yours")
      )
    case .wrongKind(let path, let isFolderWanted):
      .init(
        isFolderWanted ? say("\(path) is no folder") : say("\(path) is no file"),
        say("move it away")
      )
    case .vanished(let path):
      .init(
        say("\(path) was moved away, replaced or removed while it was in use"),
        say("put it back, as your games and players are in it; without it you begin anew")
      )
    case .symbolicLink(let path):
      .init(
        say("\(path) is a symbolic link, which is not followed"),
        say("put what it leads to in its place")
      )
    case .damagedKey, .missingKey, .diskFull, .damagedDatabase, .lockedDatabase, .database,
      .damagedMatch, .damagedRow, .outOfPlace, .beingPlayed, .noSuchMatch, .nothingToResume,
      .matchOver, .fromFile, .noSuchPlayer, .severalPlayers, .severalMatches:
      preconditionFailure("nothing that is wrong with a place")
    }
  }

  /// Something that was kept is not there any more, or makes no sense.
  private static func damaged(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .damagedKey(let path, let length):
      .init(
        say("\(path) has \(length) bytes and is no key"),
        say("bring it back from a copy; without it you are a stranger to all who know you")
      )
    case .missingKey(let path):
      .init(
        say("\(path) is gone, the key by which other players know you"),
        say(
          "bring it back from a copy, or move tabletooth.db beside it away to begin as a new player"
        )
      )
    case .damagedMatch(let id):
      .init(
        id.map { say("what is kept of game \($0) is damaged") }
          ?? say("what is kept of the match is damaged"),
        id.map { say("type tabletooth games delete \($0) to forget it; all else is as it was") }
          ?? say("give --new to begin another match; the other matches are as they were")
      )
    case .damagedRow(let table, let column):
      .init(
        say("what is kept is damaged (\(table).\(column))"),
        say("type tabletooth games and tabletooth players, which show what is damaged")
      )
    case .outOfPlace(let place, let expected):
      .init(
        say("message \(place) of the match was to be kept as number \(expected)"),
        say("please report this line")
      )
    case .noFolder, .unusable, .exposed, .wrongKind, .symbolicLink, .vanished, .diskFull,
      .damagedDatabase,
      .lockedDatabase, .database, .beingPlayed, .noSuchMatch, .nothingToResume, .matchOver,
      .fromFile, .noSuchPlayer, .severalPlayers, .severalMatches:
      preconditionFailure("nothing that is damaged")
    }
  }

  /// The database cannot be used; each cause has its own cure.
  private static func database(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .diskFull(let path):
      .init(say("\(path): the disk is full"), say("make room, and type the same again"))
    case .damagedDatabase(let path):
      .init(
        say("\(path) is damaged"),
        say("bring it back from a copy, or move it away to begin without your games and players")
      )
    case .lockedDatabase(let path):
      .init(
        say("\(path) is held by another program"),
        say("end that one; fuser \(path) tells which it is")
      )
    case .database(let path, let words):
      .init(
        say("what is played cannot be kept in \(path): \(words)"),
        say("see whether the disk works")
      )
    case .noFolder, .unusable, .exposed, .wrongKind, .symbolicLink, .vanished, .damagedKey,
      .missingKey,
      .damagedMatch, .damagedRow, .outOfPlace, .beingPlayed, .noSuchMatch, .nothingToResume,
      .matchOver, .fromFile, .noSuchPlayer, .severalPlayers, .severalMatches:
      preconditionFailure("nothing that the database says")
    }
  }

  private static func severalPlayers(_ query: String, _ players: [String]) -> Self {
    .init(
      say("\(players.count) players fit \(query): \(listed(players))"),
      say("type the first digits in place of the name")
    )
  }

  private static func severalMatches(_ query: String, _ matches: [String]) -> Self {
    .init(
      say("\(matches.count) matches that go on fit \(query): \(listed(matches))"),
      say("type tabletooth resume and the number of one")
    )
  }

  /// The first of several that fit, in words.
  private static func listed(_ several: [String]) -> String {
    let words = several.prefix(4).joined(separator: say(", "))
    return several.count > 4 ? say("\(words) and others") : words
  }

  /// What was asked for is not there, or not to be had.
  private static func missing(_ failure: ExitReason.KeepingFailure) -> Self {
    switch failure {
    case .beingPlayed:
      .init(
        say("another tabletooth is playing this, or has a table open"),
        say("type quit there first")
      )
    case .noSuchMatch(let id):
      .init(say("there is no game \(id)"), say("type tabletooth games to see which are kept"))
    case .nothingToResume:
      .init(
        say("there is no match to go on with"),
        say("type tabletooth host or tabletooth join to begin one")
      )
    case .matchOver(let id, let result):
      .init(
        say("game \(id) is over: \(result)"),
        say("type tabletooth replay \(id) to see it, or tabletooth host to begin another")
      )
    case .fromFile(let id):
      .init(
        say("game \(id) is from a file, and nobody here has played it"),
        say("type tabletooth replay \(id), then play to go on from a position of it")
      )
    case .noSuchPlayer(let query):
      .init(say("you know no player \(query)"), say("type tabletooth players to see whom you know"))
    case .severalPlayers(let query, let players): severalPlayers(query, players)
    case .severalMatches(let query, let matches): severalMatches(query, matches)
    case .noFolder, .unusable, .exposed, .wrongKind, .symbolicLink, .vanished, .damagedKey,
      .missingKey, .diskFull,
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
        say("there is no Bluetooth adapter \(asked)"),
        say("leave --adapter out, or type tabletooth doctor to see what there is")
      )
    } else {
      .init(say("there is no Bluetooth adapter"), say("plug one in, then type tabletooth doctor"))
    }
  }

  static func adapterOff(_ name: String) -> Self {
    let fault = say("the adapter \(name) is off and cannot be switched on")
    return .init(fault, say("type bluetoothctl power on"))
  }

  static func adapterBlocked(_ name: String) -> Self {
    .init(say("the adapter \(name) is blocked"), say("type rfkill unblock bluetooth"))
  }

  static var noDaemon: Self {
    Self(
      say("bluetoothd is not running"),
      say("type sudo systemctl start bluetooth, or install the package bluez")
    )
  }

  static func noBus(_ address: String) -> Self {
    // Where D-Bus has the system bus, unless it is told otherwise.
    guard !address.hasSuffix("/system_bus_socket") else {
      return .init(say("the system bus is not running"), say("type sudo systemctl start dbus"))
    }
    return .init(
      say("there is no bus at \(address)"),
      say("see whether --bus or TABLETOOTH_BUS is right, or leave both out")
    )
  }

  static var daemonGone: Self {
    Self(
      say("bluetoothd was running and is gone: it has crashed, or was stopped"),
      say("type tabletooth doctor, which knows of releases that crash")
    )
  }

  static var noPermission: Self {
    Self(
      say("the system bus does not let this user play over Bluetooth"),
      say("install dbus-policy/tabletooth.conf as dbus-policy/README.md says")
    )
  }

  static func noPeripheralRole(_ name: String) -> Self {
    .init(
      say("the adapter \(name) cannot be a peripheral, so it cannot host"),
      say("host on the other computer and join from this one")
    )
  }

  static func otherTableOpen(_ name: String) -> Self {
    .init(
      say("another program on this computer has a table on the adapter \(name)"),
      say("close that table, or use another adapter, as in --adapter hci1")
    )
  }

  static func noAdvertisement(_ name: String) -> Self {
    .init(
      say("other programs use all places for advertisements that the adapter \(name) has"),
      say("end one of them, such as another tabletooth host, or use another adapter (--adapter)")
    )
  }
}
