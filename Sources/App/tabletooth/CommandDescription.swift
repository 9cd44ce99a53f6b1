internal import ArgumentParser
internal import FoundationEssentials

/// ArgumentParser's JSON description of a command, as far as a page of help shows it.
struct CommandDescription: Decodable {
  /// An argument, an option or a flag.
  struct Argument: Decodable {
    /// The kind of an argument: a value by itself, a value behind a name, or a name by itself.
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    /// A name of an option or a flag.
    struct Name: Decodable {
      /// `long`, `short` or `longWithSingleDash`.
      let kind: String
      /// The name without its dashes.
      let name: String

      /// The name as it is typed.
      var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    /// The kind.
    let kind: Kind
    /// True if pages of help show it.
    let shouldDisplay: Bool
    /// Its names; none where it is a value by itself.
    let names: [Name]?
    /// The name of its value.
    let valueName: String?
    /// The values that it takes, where they are few.
    let allValues: [String]?
    /// Its value where it is not typed.
    let defaultValue: String?
    /// The help, in English.
    let abstract: String?
  }

  private struct Tool: Decodable {
    let command: CommandDescription
  }

  /// The word that it is typed by.
  let commandName: String
  /// The summary, in English.
  let abstract: String?
  /// The discussion, in English.
  let discussion: String?
  /// The subcommand that runs where none is typed.
  let defaultSubcommand: String?
  /// False if the help does not list it.
  let shouldDisplay: Bool?
  /// The commands below it.
  let subcommands: [CommandDescription]?
  /// The arguments.
  let arguments: [Argument]?

  /// The whole program with all of its commands; nil where a later ArgumentParser tells of them in
  /// another way.
  static var ofProgram: CommandDescription? {
    let json = Data(Tabletooth._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Tool.self, from: json))?.command
  }

  /// The command lines that the discussion begins with, which are the same in each language.
  var examples: [String] {
    (discussion ?? "").split(separator: "\n").map(String.init).prefix { line in
      line.hasPrefix("tabletooth ")
    }.map(\.self)
  }

  /// The rest of the discussion, in English; nil if there is none.
  var explanation: String? {
    let lines = (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.drop { $0.isEmpty || $0.hasPrefix("tabletooth ") }
    return rest.isEmpty ? nil : rest.joined(separator: "\n")
  }

  /// All texts of the page of the command and of those below it, in English.
  var texts: [String] {
    [abstract, explanation].compactMap(\.self) + (arguments ?? []).compactMap(\.abstract)
      + (subcommands ?? []).flatMap(\.texts)
  }
}
