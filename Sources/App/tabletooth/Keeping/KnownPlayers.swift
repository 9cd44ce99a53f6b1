internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// Players of whom one is asked for, by a name or by the first digits of the fingerprint.
enum KnownPlayers {
  /// The one of `players` whom `query` means; nil if it is none.
  ///
  /// - Throws: `ExitReason` where several are meant: nobody takes one of them unasked.
  static func one(_ query: String, of players: [KnownPlayer]) throws(ExitReason) -> KnownPlayer? {
    let found = players.filter { $0.isMeant(by: query) }
    guard found.count > 1 else { return found.first }
    throw .severalPlayers(query, lines(found))
  }

  /// Lines that tell these players apart, as `tabletooth players` shows them: as many digits as
  /// that takes, the names, and the time of the last meeting.
  static func lines(_ players: [KnownPlayer]) -> [String] {
    let digits = Fingerprint.distinct(players.map(\.fingerprint))
    return zip(digits, players).map { digits, player in
      let met = Timestamp(seconds: player.lastSeen).local
      return player.displayName == player.name
        ? say("\(digits) \(player.name) (met \(met))")
        : say("\(digits) \(player.displayName) (uses \(player.name), met \(met))")
    }
  }
}

extension KnownPlayer {
  /// True if the player has this name here, or claims it; capital letters make no difference.
  func isCalled(_ typed: String) -> Bool {
    [displayName, name].contains { $0.description.lowercased() == typed.lowercased() }
  }

  /// True if a person means this player, by a name or by the first digits of the fingerprint.
  func isMeant(by typed: String) -> Bool { isCalled(typed) || fingerprint.begins(with: typed) }

  /// The player in one line, after these digits of the fingerprint.
  func line(after digits: String) -> String {
    var line = "\(digits)  \(displayName)"
    if displayName != name { line += say(" (uses \(name))") }
    return say("\(line), met \(Timestamp(seconds: lastSeen).local)")
  }
}

extension Fingerprint {
  /// True if these are its first digits, with spaces or without.
  func begins(with typed: String) -> Bool {
    let digits = typed.filter { !$0.isWhitespace }
    return !digits.isEmpty && description.filter { $0 != " " }.hasPrefix(digits)
  }

  /// The first groups of each of `fingerprints`, as many as make all of them differ.
  static func distinct(_ fingerprints: [Fingerprint]) -> [String] {
    let groups = fingerprints.map { $0.description.split(separator: " ") }
    for count in 1..<6 {
      let firsts = groups.map { $0.prefix(count).joined(separator: " ") }
      if Set(firsts).count == firsts.count { return firsts }
    }
    return fingerprints.map(\.description)
  }
}

/// The table that a person has asked for, among players who are known.
struct TableChoice {
  /// Which table that is.
  let destination: Destination
  /// The player whose table it has to be, where a fingerprint was typed; nil if it may be that of
  /// anybody of that name.
  let player: KnownPlayer?

  /// The minimum number of digits of a fingerprint; fewer are the name of a table.
  private static let fewestDigits = 5

  /// Whom `text` means: a name, an address, five digits or more with which the fingerprint of a
  /// known player begins, or nothing.
  ///
  /// - Throws: `ExitReason` where several known players are meant.
  init(_ text: String?, among players: [KnownPlayer]) throws(ExitReason) {
    let typed = Destination(typed: text)
    guard let text, case .name = typed else {
      (destination, player) = (typed, nil)
      return
    }
    let meant = players.filter { $0.isMeant(by: text) }.map(\.key)
    guard players.contains(where: { $0.isCalled(text) }) || text.count >= Self.fewestDigits,
      let found = try KnownPlayers.one(text, of: players), !found.isCalled(text)
    else {
      (destination, player) = (Destination(name: text, players: meant), nil)
      return
    }
    let name = found.name.description
    (destination, player) = (Destination(name: name, players: [found.key]), found)
  }
}

extension Destination {
  /// What a person means by `text`, a name or an address nearby, or by nothing.
  init(typed text: String?) {
    guard let text else {
      self = .any
      return
    }
    if text.hasPrefix(LocalNetwork.scheme) {
      self = .address(text)
    } else {
      let address = BluetoothAddress(text).map { Self.address($0.description) }
      self = address ?? Self(name: text, players: [])
    }
  }

  /// The table of this name, or of one of these players.
  init(name: String, players: [PlayerID]) {
    let advertised = GameService.advertisedName(name)
    self = .name(name, advertised: advertised, players: players)
  }
}

extension PlayerData {
  /// The known player who is called `query`, or whose fingerprint begins with it.
  ///
  /// - Throws: `ExitReason` unless it is one player, or a `StoreError`.
  func player(_ query: String) throws -> KnownPlayer {
    guard let player = try KnownPlayers.one(query, of: try store.trustBook().players) else {
      throw ExitReason.noSuchPlayer(query)
    }
    return player
  }

  /// The table that a person has asked for by `text`.
  ///
  /// - Throws: `ExitReason` where several players are meant, or a `StoreError`.
  func table(_ text: String?) throws -> TableChoice {
    try TableChoice(text, among: try store.trustBook().players)
  }
}
