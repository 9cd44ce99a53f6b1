internal import ArgumentParser
internal import FoundationEssentials

/// What ArgumentParser tells of a command in JSON, as far as a page of help shows it.
struct CommandDescription: Decodable {
  /// An argument, an option or a flag.
  struct Argument: Decodable {
    /// Whether it is a value by itself, a value behind a name, or a name by itself.
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

    /// How it is typed.
    let kind: Kind
    /// True if pages of help show it.
    let shouldDisplay: Bool
    /// Its names; none where it is a value by itself.
    let names: [Name]?
    /// What its value is called.
    let valueName: String?
    /// The values that it takes, where they are few.
    let allValues: [String]?
    /// Its value where it is not typed.
    let defaultValue: String?
    /// What it is for, in English.
    let abstract: String?
  }

  private struct Tool: Decodable {
    let command: CommandDescription
  }

  /// The word that it is typed by.
  let commandName: String
  /// What it does, in English.
  let abstract: String?
  /// What else is to be known, in English.
  let discussion: String?
  /// The subcommand that runs where none is typed.
  let defaultSubcommand: String?
  /// The commands below it.
  let subcommands: [CommandDescription]?
  /// What may be typed behind it.
  let arguments: [Argument]?

  /// The whole program with all of its commands; nil where a later ArgumentParser tells of them in
  /// another way.
  static var ofProgram: CommandDescription? {
    let json = Data(Tabletooth._dumpHelp().utf8)
    return (try? JSONDecoder().decode(Tool.self, from: json))?.command
  }

  /// All texts of the page of the command and of those below it, in English.
  var texts: [String] {
    [abstract, discussion].compactMap(\.self) + (arguments ?? []).compactMap(\.abstract)
      + (subcommands ?? []).flatMap(\.texts)
  }
}
