internal import ArgumentParser

/// `soak online`: what a broker carries.
struct SoakOnline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "online",
    abstract: "Plays at a mosquitto on this computer, and measures it.",
    subcommands: [
      OnlineLoad.self, OnlineRatio.self, OnlineCrowdCommand.self, OnlineSeatCommand.self,
    ],
    defaultSubcommand: OnlineLoad.self
  )
}
