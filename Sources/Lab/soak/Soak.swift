internal import ArgumentParser

/// `soak`: what takes too long for a unit test.
@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tries the protocol for longer than a unit test may.",
    subcommands: [
      SoakMatches.self, SoakFuzz.self, SoakPeer.self, SoakYardstick.self, SoakPuzzles.self,
      SoakSpeed.self, SoakRooms.self, SoakWatchers.self, SoakGoodput.self,
      SoakOnline.self, SoakValues.self, SoakLetters.self,
    ],
    defaultSubcommand: SoakMatches.self
  )
}
