extension Game {
  /// What differs from the usual rules of ``kind``; empty where nothing does.
  ///
  /// Pairs such as `rule=renju`, with a space between them.
  ///
  /// They stand in a host's terms, in records and in files, and ``init(_:options:)`` reads them.
  public var options: String {
    differences.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// The game called `kind` by ``options``; nil where one of them is not known here, or where they
  /// do not go together.
  public init?(_ kind: GameKind, options: String) {
    var values: [Substring: String] = [:]
    for pair in options.split(separator: " ") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values[parts[0]] == nil else { return nil }
      values[parts[0]] = String(parts[1])
    }
    let game = Game(kind, takingFrom: &values)
    // What is left over is a rule of another version.
    guard let game, values.isEmpty else { return nil }
    self = game
  }
}
