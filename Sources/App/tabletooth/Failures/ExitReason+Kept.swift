internal import BoardUI
internal import Glibc
internal import Phrases

/// A game or a player that is not there, or a file that cannot be used.
extension ExitReason {
  /// Something in the file of a game makes no sense; `place` is its name, line and column.
  ///
  /// `source` is the line that is meant, with a mark under the place.
  static func brokenFile(
    place: String,
    found: String,
    expected: String,
    source: [String]
  ) -> Self {
    .failed(
      Failure(
        .brokenFile,
        say("\(place): found \(FaultStrings.found(found))"),
        say("expected \(FaultStrings.expected(expected))"),
        source: source
      )
    )
  }

  /// Some of the games in the file at this path cannot be read, as was said of each.
  static func brokenGames(_ count: Int, of all: Int, in path: String) -> Self {
    Self(
      .brokenFile,
      say("\(count) of \(all, "game", "games") in \(path) cannot be read"),
      say("correct the places above, and import the file again")
    )
  }

  /// Something in the file of settings makes no sense; `place` is its name and line.
  static func settings(place: String, found: String, expected: String) -> Self {
    Self(.usage, say("\(place): found \(found)"), say("expected \(expected)"))
  }

  /// The file at this path, which was named by the person, cannot be written, as `errno` says.
  static func unwritable(_ path: String) -> Self {
    .usage(say("\(path) cannot be written: \(unsafe String(cString: strerror(errno)))"))
  }

  /// Nothing names a folder to keep games in.
  static var noFolder: Self {
    Self(
      .notSaved,
      say("neither XDG_DATA_HOME nor HOME names a folder to keep games in"),
      say("set one of them")
    )
  }

  /// The kernel refuses a file or a folder, in these words.
  static func unusable(path: String, words: String) -> Self {
    Self(.notSaved, "\(path): \(words)", say("make sure that this program can write there"))
  }

  /// There is no game of this number.
  static func noSuchGame(_ number: Int64) -> Self {
    Self(
      .noSuchGame,
      say("there is no game \(number)"),
      say("run tabletooth games to list your games")
    )
  }

  /// There is no match to go on with.
  static var nothingToResume: Self {
    Self(
      .noSuchGame,
      say("there is no match to resume"),
      say("run tabletooth host or tabletooth join to start one")
    )
  }

  /// The game of this number has ended like this.
  static func matchOver(_ number: Int64, result: String) -> Self {
    Self(
      .noSuchGame,
      say("game \(number) is over: \(result)"),
      say("run tabletooth games replay \(number) to see it, or tabletooth host to start another")
    )
  }

  /// The game of this number was read from a file, so it is not one to go on with.
  static func fromFile(_ number: Int64) -> Self {
    Self(
      .noSuchGame,
      say("game \(number) was imported, and nobody here has played it"),
      say("run tabletooth games replay \(number), then type play to continue from a position")
    )
  }

  /// Nobody is known by this name or fingerprint.
  static func noSuchPlayer(_ query: String) -> Self {
    Self(
      .noSuchGame,
      say("you have no contact \(query)"),
      say("run tabletooth players to list your contacts")
    )
  }

  /// Several players fit this name or fingerprint; each with what tells them apart.
  static func severalPlayers(_ query: String, _ players: [String]) -> Self {
    Self(
      .noSuchGame,
      say("\(players.count) contacts match \(query): \(listed(players))"),
      say("give the first digits instead of the name")
    )
  }

  /// Several matches that go on fit this name; each with what tells them apart.
  static func severalMatches(_ query: String, _ matches: [String]) -> Self {
    Self(
      .noSuchGame,
      say("\(matches.count) unfinished matches fit \(query): \(listed(matches))"),
      say("run tabletooth resume with one of the numbers")
    )
  }

  /// The first of several that fit, in words.
  private static func listed(_ several: [String]) -> String {
    let words = several.prefix(4).joined(separator: say(", "))
    return several.count > 4 ? say("\(words) and others") : words
  }
}
