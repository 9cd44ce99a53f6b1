internal import ArgumentParser

/// `tabletooth`: board games between two terminals over Bluetooth LE.
@main
struct Tabletooth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tabletooth",
    abstract: "Board games between two terminals over Bluetooth LE.",
    version: Version.text,
    subcommands: [BenchCommand.self]
  )
}
