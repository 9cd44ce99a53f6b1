internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import ProcessIO

extension Listing {
  /// A change of a table, in a line of `--json`.
  enum Event: String, Encodable {
    case appeared, changed, vanished
  }

  /// The members of an object of `--json`.
  private struct Entry: Encodable {
    let event: Event?
    let name: String?
    let address: String
    let rssi: Int?
    let taken: Bool
    let state: String?
    let game: String?
    let rule: String?
    let options: String?
    let houseRules: Bool?
    let clock: Bool?
    let spectators: Int?
    let knownPlayersOnly: Bool?
    let knownName: Bool
    let knownPlace: Bool
    let online: Bool
    let carriers: [String]
    let version: Int?
  }

  /// The table as a line of `--json`.
  func json(_ event: Event? = nil) -> String {
    let terms = presence?.game?.terms
    let says = presence.flatMap { $0.state == nil ? nil : $0 }
    let entry = Entry(
      event: event,
      name: name?.description,
      address: address,
      rssi: strength,
      taken: !isConnectable || (presence?.state ?? .free) != .free,
      state: says?.state.map { "\($0)" },
      game: terms?.game ?? (hasUnknownGame ? "unknown" : nil),
      rule: terms?.game == GameKind.gomoku.rawValue ? terms?.rule : nil,
      options: terms.flatMap { $0.options.isEmpty ? nil : $0.options },
      houseRules: says?.hasHouseRules,
      clock: says?.hasClock,
      spectators: says?.places,
      knownPlayersOnly: says?.isForKnown,
      knownName: familiarity.name,
      knownPlace: familiarity.place,
      online: isOnline,
      carriers: carriers.map { "\($0)" },
      version: presence.map { Int($0.version) }
    )
    return JSON.line(entry)
  }
}
