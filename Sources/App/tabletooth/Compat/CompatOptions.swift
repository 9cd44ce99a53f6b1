internal import ArgumentParser
internal import BoardUI
internal import Phrases

/// The options of a game with somebody who has another program.
struct CompatOptions: ParsableArguments {
  /// The other program.
  enum Program: String, ExpressibleByArgument, CaseIterable {
    case bluegame
  }

  @Option(help: "Play with BlueGame, an iPhone app of 2016, without encryption: --compat bluegame.")
  var compat: Program?

  @Flag(help: "With --compat, play without being asked about the missing encryption.")
  var unasked = false

  /// Options were given that the other program has no use for.
  static var tooMany: ExitReason {
    .usage(
      say("--compat bluegame takes no other options than --first, --adapter and --unasked")
    )
  }

  /// The table for the other program, if one is named.
  ///
  /// - Throws: `ExitReason`, where other options do not go with it.
  func table(
    _ player: PlayerOptions,
    _ way: TransportOptions,
    in environment: Environment
  ) throws(ExitReason) -> BlueGameTable? {
    guard compat != nil else {
      guard !unasked else { throw .usage(say("--unasked needs --compat bluegame")) }
      return nil
    }
    let isPlain = player.robot.robot == nil && player.admit.admit == nil
    guard isPlain, player.acceptFiles == nil, way.on.allSatisfy({ $0 == "bluetooth" }) else {
      throw Self.tooMany
    }
    return BlueGameTable(
      environment: environment,
      seat: try player.seat(environment.settings),
      isUnasked: unasked
    )
  }
}
