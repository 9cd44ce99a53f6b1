internal import Phrases
internal import Terminal

/// The page that `--help` prints.
struct HelpPage {
  private static let columns = 79
  /// The column where the texts behind the names of options begin, as on ArgumentParser's pages.
  private static let labelColumns = 26

  private let usage: String
  private let isOfProgram: Bool
  private let command: CommandDescription

  /// Makes the page of the command that ArgumentParser's page `english` is about; nil if that is no
  /// page of help.
  init?(of english: String) {
    let mark = "USAGE: "
    let line = english.split(separator: "\n").first { $0.hasPrefix(mark) }
    guard let line, let program = CommandDescription.ofProgram else { return nil }
    var command = program
    for word in line.dropFirst(mark.count).split(separator: " ").dropFirst() {
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
    }
    usage = String(line.dropFirst(mark.count)).replacing("<options>", with: say("<options>"))
      .replacing("<subcommand>", with: say("<subcommand>"))
    self.command = command
    isOfProgram = command.commandName == program.commandName
  }

  /// The lines of the page.
  var text: String {
    // These are the same on each page.
    let arguments = (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !(argument.names ?? []).contains { $0.name == "version" }
    }
    let listed = (command.subcommands ?? []).filter { $0.shouldDisplay ?? true }
    let blocks: [[String]] = [
      paragraph(say("OVERVIEW: "), command.abstract.map(sayHelp)),
      command.examples,
      paragraph("", command.explanation.map(sayHelp)),
      paragraph(say("USAGE: "), usage),
      section(say("ARGUMENTS:"), arguments.filter { $0.kind == .positional }.map(row)),
      section(say("OPTIONS:"), arguments.filter { $0.kind != .positional }.map(row)),
      section(say("SUBCOMMANDS:"), listed.map(row)),
      isOfProgram
        ? [] : paragraph("", say("Options of every command: tabletooth help --all")),
    ]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func paragraph(_ title: String, _ text: String?) -> [String] {
    text.map { hanging(title, $0, by: CharacterWidth.columns(of: title)) } ?? []
  }

  private func section(_ title: String, _ rows: [(label: String, text: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let indent = Self.labelColumns
    return [title]
      + rows.flatMap { row in
        let label = "  \(row.label)"
        let isWide = CharacterWidth.columns(of: label) >= indent
        return isWide
          ? [label] + hanging("", row.text, by: indent) : hanging(label, row.text, by: indent)
      }
  }

  /// The text behind `label`, all of its lines after `indent` columns.
  private func hanging(_ label: String, _ text: String, by indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let begin: String = label + margin.dropFirst(CharacterWidth.columns(of: label))
    let lines = text.wrapped(to: Self.columns - indent)
    return lines.enumerated().map { ($0 == 0 ? begin : margin) + $1 }
  }

  private func row(_ argument: CommandDescription.Argument) -> (label: String, text: String) {
    let names = (argument.names ?? []).map(\.typed).joined(separator: ", ")
    let value = "<\(argument.valueName ?? "")>"
    let label =
      switch argument.kind {
      case .positional: value
      case .option: "\(names) \(value)"
      case .flag: names
      }
    let values = argument.allValues?.joined(separator: say(", "))
    let notes = [
      values.map { say("values: \($0)") }, argument.defaultValue.map { say("default: \($0)") },
    ].compactMap(\.self)
    let text = argument.abstract.map(sayHelp) ?? ""
    guard !notes.isEmpty else { return (label, text) }
    let list = notes.joined(separator: say("; "))
    return (label, text + say(" (\(list))"))
  }

  private func row(_ subcommand: CommandDescription) -> (label: String, text: String) {
    let name = subcommand.commandName
    let label = name == command.defaultSubcommand ? say("\(name) (default)") : name
    return (label, subcommand.abstract.map(sayHelp) ?? "")
  }
}
