internal import Phrases
internal import Terminal

/// The first page of help: the commands that players need, in groups.
enum FrontPage {
  /// Command lines that ask for the first page.
  static let requests = [["help"], ["--help"], ["-h"]]
  /// Command lines that ask for the page with every command and the common options.
  static let requestsForAll = [["help", "--all"], ["--help", "--all"], ["--help-all"]]

  /// The first page, at most 18 lines of at most 79 columns.
  static var text: String {
    ([
      say("Board games between two terminals over Bluetooth LE."),
      say("Usage: tabletooth [COMMAND] (without one: a menu)"), "",
    ] + groups.flatMap(lines) + [
      "", say("More: tabletooth help COMMAND, tabletooth help --all"),
    ]).joined(separator: "\n") + "\n"
  }

  /// Commands by group, each with what it is for.
  static var groups: [(title: String, commands: [(name: String, text: String)])] {
    [
      (
        say("Play"),
        [
          ("play", say("play against the robot, or with somebody beside you")),
          ("host", say("open a table and wait for a guest")),
          ("join", say("join a table nearby, by its name, code or address")),
          ("resume", say("continue an unfinished game")),
          ("watch", say("watch the game at a table")),
          ("challenge", say("challenge a contact to a game")),
        ]
      ),
      (
        say("Your games"),
        [
          ("games", say("list, show, export, import and delete your games")),
          ("players", say("list, rename and forget your contacts")),
          ("settings", say("list your settings, or change one of them")),
        ]
      ),
      (
        say("Share"),
        [
          ("send", say("send a file to somebody who runs: tabletooth receive")),
          ("pipe", say("connect standard input and output to another computer")),
        ]
      ),
      (
        say("Help"),
        [
          ("doctor", say("find out why Bluetooth does not work here")),
          ("air", say("try two players on this computer, without a radio")),
        ]
      ),
    ]
  }

  /// The rows of a group: its title before the first command, the others below it.
  private static func lines(
    _ group: (title: String, commands: [(name: String, text: String)])
  ) -> [String] {
    group.commands.enumerated().map { index, command in
      padded(index == 0 ? group.title : "", to: 12) + padded(command.name, to: 11) + command.text
    }
  }

  private static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(1, columns - CharacterWidth.columns(of: text)))
  }
}
