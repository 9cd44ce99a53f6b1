internal import ArgumentParser
internal import BoardUI
internal import EnginePlayers
internal import Phrases

/// Mistakes of the command line, told in one line as all others are.
enum UsageError {
  /// Refuses a command that does not exist, which ArgumentParser takes for an argument too many, or
  /// for nothing at all behind `help`.
  static func checkCommand(_ arguments: [String]) throws(ExitReason) {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return }
    guard !commands.contains(word) else { return }
    if let name = renamed[word] {
      let line = (["tabletooth", name] + words.dropFirst()).joined(separator: " ")
      throw ExitReason(.usage, say("\(word) is now called \(name)"), say("run \(line)"))
    }
    throw .usage(say("there is no command \(word)") + suggestion(for: word))
  }

  /// The exit reason for ArgumentParser's error; nil for any other error.
  static func reason(for error: any Error) -> ExitReason? {
    guard Tabletooth.exitCode(for: error) == .validationFailure else { return nil }
    let lines = Tabletooth.message(for: error).split(whereSeparator: \.isNewline).map(String.init)
    var words = lines.first ?? ""
    if let range = words.firstRange(of: ". Please provide one of the following:") {
      // What may stand there comes in a list, a line each.
      let choices = lines.dropFirst().prefix { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }
      words.replaceSubrange(
        range,
        with: ", expected one of " + choices.joined(separator: ", ")
      )
    }
    if let range = words.firstRange(of: ". Did you mean ") {
      words.replaceSubrange(range, with: ", did you mean ")
    }
    while let last = words.last, ".?".contains(last) { words.removeLast() }
    return told(by: .usage(said(words.prefix(1).lowercased() + words.dropFirst())))
  }

  /// ArgumentParser's `words` in the language that the program speaks, as far as they are known.
  private static func said(_ words: String) -> String {
    if let match = words.prefixMatch(of: /unknown option '([^']+)'/),
      let option = renamedOptions[String(match.1)]
    {
      return say("\(match.1) is now called \(option)")
    }
    if let match = words.wholeMatch(of: /unknown option '(.+)', did you mean '(.+)'/) {
      let option = String(match.1)
      let own =
        suggestion(ofOwner: option) ?? suggestion(ofOption: option, nearerThan: String(match.2))
      return own.map { say("unknown option '\(match.1)'") + $0 }
        ?? say("unknown option '\(match.1)', did you mean '\(match.2)'")
    }
    if let match = words.wholeMatch(of: /unknown option '(.+)'/) {
      let option = String(match.1)
      let own = suggestion(ofOwner: option) ?? suggestion(ofOption: option)
      return say("unknown option '\(option)'") + (own ?? "")
    }
    if let match = words.wholeMatch(of: /missing value for '(.+)'/) {
      return say("missing value for '\(match.1)'")
    }
    if let match = words.wholeMatch(of: /missing expected argument '(.+)'/) {
      return say("missing expected argument '\(match.1)'")
    }
    if let match = words.wholeMatch(of: /unexpected argument '(.*)'/) {
      return say("unexpected argument '\(match.1)'") + suggestion(in: String(match.1))
    }
    if let match = words.wholeMatch(of: /([0-9]+) unexpected arguments: '(.*)'/) {
      let first = match.2.split(separator: "'").first.map(String.init) ?? ""
      let list = match.2.replacing("', '", with: "'\(say(", "))'")
      return say("\(match.1) unexpected arguments: '\(list)'") + suggestion(in: first)
    }
    return saidOfValue(words)
  }

  /// The same of a value that an option or an argument does not take.
  private static func saidOfValue(_ words: String) -> String {
    let useless = /the option '(.+)' does not take any value, but '(.*)' was specified/
    if let match = words.wholeMatch(of: useless) {
      return say(
        "the option '\(match.1)' does not take any value, but '\(match.2)' was specified"
      )
    }
    if let match = words.wholeMatch(of: /the value '(.*)' is invalid for '(.+?)': (.+)/) {
      let reason = expected(String(match.3))
      return say("the value '\(match.1)' is invalid for '\(match.2)': \(reason)")
    }
    let oneOfMany = /the value '(.*)' is invalid for '(.+?)', expected one of (.+)/
    if let match = words.wholeMatch(of: oneOfMany) {
      let list = match.3.replacing(", ", with: say(", "))
      return say("the value '\(match.1)' is invalid for '\(match.2)', expected one of \(list)")
    }
    let oneOfFew = /the value '(.*)' is invalid for '(.+?)'\. Please provide one of (.+)/
    if let match = words.wholeMatch(of: oneOfFew) {
      let list = match.3.replacing("', '", with: "'\(say(", "))'")
        .replacing("' and '", with: say("' and '"))
        .replacing("' or '", with: say("' or '"))
      return say(
        "the value '\(match.1)' is invalid for '\(match.2)'. Please provide one of \(list)"
      )
    }
    if let match = words.wholeMatch(of: /the value '(.*)' is invalid for '(.+?)'/) {
      return say("the value '\(match.1)' is invalid for '\(match.2)'")
    }
    return words
  }

  /// The reason of an option that both programs have, which is English in the other one.
  private static func expected(_ words: String) -> String {
    if let match = words.wholeMatch(of: /expected a number from ([0-9]+) to ([0-9]+)/) {
      return say("expected a number from \(match.1) to \(match.2)")
    }
    if words == "expected \(TimeSpan.choices), up to a day" {
      return say("expected a time such as 500ms, 5s or 1m, up to a day")
    }
    return words
  }

  /// `reason` with the help of the command that was typed, where it is a mistake of the command
  /// line.
  static func told(by reason: ExitReason) -> ExitReason {
    guard case .usage(let words, help: "tabletooth --help") = reason,
      let group = typedCommand
    else { return reason }
    let typed = arguments.drop { $0 != group }.prefix(2)
    let members = members(of: group)
    let names = typed.prefix(1) + typed.dropFirst().filter(members.contains)
    return .usage(words, help: "tabletooth \(names.joined(separator: " ")) --help")
  }

  /// The first word of the command line that is a command.
  private static var typedCommand: String? {
    arguments.first(where: commands.contains)
  }

  private static var arguments: [String] {
    TestFiles.current?.arguments ?? Array(CommandLine.arguments.dropFirst())
  }

  /// The commands of a group such as `games`.
  private static func members(of group: String) -> [String] {
    Tabletooth.configuration.subcommands.first { $0.configuration.commandName == group }?
      .configuration.subcommands.compactMap { $0.configuration.commandName } ?? []
  }

  private static var commands: [String] {
    Tabletooth.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The commands of version 0.9 that have another name, for one release.
  private static let renamed = [
    "replay": "games replay", "show": "games show", "analyse": "games analyse",
    "convert": "games export", "records": "games stats", "log": "games chat",
    "backup": "data backup", "restore": "data restore",
  ]

  /// The options of version 0.9 that have another name, for one release.
  private static let renamedOptions = [
    "--listen": "--on tcp", "--via": "--on tcp:HOST", "--online": "--on mqtts://BROKER",
    "--bluetooth": "--on bluetooth", "--approve": "--admit ask",
    "--invite-only": "--admit contacts", "--code-only": "--admit code",
    "--unknown": "--admit anyone, or --admit contacts", "--watch": "watch",
    "--still": "--set still=true", "--quiet": "--set typing=false",
    "--no-receipts": "--set receipts=false", "--watchers": "--spectators",
    "--watchers-talk": "--spectators-talk",
  ]

  /// Words that people type for a command, and what to type.
  private static let meant = [
    "spectate": "watch", "list": "games", "history": "games", "import": "games import",
    "export": "games export", "connect": "join", "invite": "challenge", "friends": "players",
    "contacts": "players", "stats": "games stats", "analyze": "games analyse",
    "delete": "games delete", "file": "send", "new": "host", "serve": "host",
    "robot": "play", "gomoku": "play gomoku", "version": "--version",
    "renju": "play gomoku --rules renju", "liuzhou": "play liuzhou",
    "xiangqi": "play xiangqi", "chess": "play xiangqi",
    "uci": "tabletooth-engine uci", "ucci": "tabletooth-engine ucci",
    "gomocup": "tabletooth-engine gomocup", "best": "tabletooth-engine best",
    "inspect": "tabletooth-engine inspect", "tournament": "tabletooth-engine tournament",
    "perft": "tabletooth-engine perft", "五子棋": "play gomoku", "六洲棋": "play liuzhou",
    "象棋": "play xiangqi",
  ]

  /// Proposes the command that is meant by `word`: a known word for it, or one at most two letters
  /// away.
  private static func suggestion(for word: String) -> String {
    if let command = meant[word.lowercased()] { return proposal(command) }
    return nearest(to: word, among: commands).map(proposal) ?? ""
  }

  /// Proposes the setting whose name is near `word`.
  static func suggestion(forSetting word: String) -> String {
    nearest(to: word, among: Setting.allCases.map(\.rawValue)).map(proposal) ?? ""
  }

  /// Proposes a command that has an option which was typed without one.
  private static func suggestion(ofOwner option: String) -> String? {
    guard typedCommand == nil else { return nil }
    let owners: [any ParsableCommand.Type] = [HostCommand.self, JoinCommand.self, PlayCommand.self]
    let name = owners.first { owner in
      Tabletooth.helpMessage(for: owner).split(whereSeparator: \.isWhitespace)
        .contains { $0 == option }
    }?.configuration.commandName
    return name.map { proposal("tabletooth \($0) \(option)") }
  }

  /// Proposes one of the options that ArgumentParser has by itself, and does not propose; nil if
  /// none is near, or `other` is as near.
  private static func suggestion(
    ofOption option: String,
    nearerThan other: String? = nil
  ) -> String? {
    let options = typedCommand == nil ? ["--help", "--version"] : ["--help"]
    guard let near = nearest(to: option, among: options) else { return nil }
    if let other, distance(option, other) <= distance(option, near) { return nil }
    return proposal(near)
  }

  /// Proposes what is meant by `word` behind a command: one of its group, or a command.
  private static func suggestion(in word: String) -> String {
    if let group = typedCommand, let near = nearest(to: word, among: members(of: group)) {
      return proposal("\(group) \(near)")
    }
    return meant[word.lowercased()].map(proposal) ?? ""
  }

  /// The one of these words that is at most two letters away from `word`.
  private static func nearest(to word: String, among words: [String]) -> String? {
    let near = words.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    guard let (nearest, distance) = near, distance <= 2, distance < nearest.count else {
      return nil
    }
    return nearest
  }

  private static func proposal(_ command: String) -> String {
    say(", did you mean \(command)")
  }

  /// The number of letters that have to be put in, left out or changed to make `other` of `word`
  /// (Levenshtein).
  private static func distance(_ word: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in word.enumerated() {
      var next = [index + 1]
      for (column, candidate) in other.enumerated() {
        let change = row[column] + (letter == candidate ? 0 : 1)
        next.append(min(change, row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row.last ?? word.count
  }
}
