internal import BoardUI
internal import GameRecords
internal import GameRules
internal import GameSearch
internal import MatchProtocol
internal import Phrases

/// The other side of games, as it is typed: a name, digits of a fingerprint, `robot` or `robot:5`.
struct PlayerQuery {
  private let text: String
  private let keys: Set<PlayerID>
  /// True if the player here need not have played to have heard of that one: a known player, and
  /// the robot.
  let isKnown: Bool

  /// Whom `text` may mean where these players are known.
  ///
  /// The robot may also be written as lists show it: `robot, level 5`.
  ///
  /// - Throws: `ExitReason` where the robot has no such level, or several players are called so.
  init(_ typed: String, among players: [KnownPlayer]) throws(ExitReason) {
    let level = try? /(?:robot, level |电脑，? ?)(\d+)(?: ?级)?/.wholeMatch(in: typed.lowercased())?.1
    let text = level.map { "robot:\($0)" } ?? (typed == "电脑" ? "robot" : typed.lowercased())
    let isRobot = text == "robot" || text.hasPrefix("robot:")
    if isRobot, text != "robot", Int(text.dropFirst(6)).flatMap(SearchLevel.init) == nil {
      let (first, last) = (SearchLevel.range.lowerBound, SearchLevel.range.upperBound)
      throw .usage(say("there is no \(text); the robot has levels from \(first) to \(last)"))
    }
    self.text = isRobot ? text : typed
    let found = try KnownPlayers.one(typed, of: players)
    keys = Set(found.map { [$0.key] } ?? [])
    isKnown = isRobot || found != nil
  }

  /// That nobody is called so.
  var unknown: ExitReason { .noSuchPlayer(text) }

  /// True if the other side is the one that is meant.
  func matches(_ setting: RecordedGame.Setting) -> Bool {
    switch setting {
    // A known player's name means nobody else who calls themselves so.
    case .link(let key, let name):
      keys.isEmpty ? name.description.lowercased() == text.lowercased() : keys.contains(key)
    case .machine(let name, let level):
      text == name || level.map { "\(name):\($0)" == text } ?? false
    case .terminal, .file: false
    }
  }

  /// True if the one that is meant played `game`, as the other side or as a file says in `tags`.
  func matches(_ game: RecordedGame?, _ tags: [GameFile.Tag: String]) -> Bool {
    guard let game else { return false }
    return matches(game.setting) || tags[.firstPlayer] == text || tags[.secondPlayer] == text
  }
}
