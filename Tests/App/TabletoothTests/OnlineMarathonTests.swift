import Glibc
import MQTT
import PrivateBroker
import QueueExecutor
import Testing

/// One game at a broker that is killed and started again and again, and how long things take.
///
/// `make bench WHAT=online` has it killed 100 times, and prints the figures.
@Suite(.timeLimit(.minutes(15))) struct OnlineMarathonTests {
  /// How often the broker is to be killed; nil if nobody has said so, and figures do not matter.
  private static var wantedRestarts: Int? {
    unsafe getenv("RESTARTS").flatMap { Int(unsafe String(cString: $0)) }
  }

  /// Within this time after the broker is up the next move is to be heard.
  ///
  /// Beside a thousand other tests it may take longer than is wanted.
  private static var returnLimit: Duration {
    wantedRestarts == nil ? .seconds(10) : .seconds(2)
  }

  /// Moves for both sides with never more than two stones of a colour in a row.
  private static let moves: [[String]] = {
    var moves: [[String]] = [[], []]
    for row in 0..<15 {
      for column in 0..<15 {
        let letter = Array("abcdefghijklmno")[column]
        moves[(column + 2 * row) % 4 / 2].append("\(letter)\(row + 1)")
      }
    }
    return moves
  }()

  private static func milliseconds(_ times: [Duration], _ fraction: Double) -> Double {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))] / .milliseconds(1)
  }

  private static func line(_ what: String, _ times: [Duration], wanted: String = "") -> String {
    let (median, late) = (milliseconds(times, 0.5), milliseconds(times, 0.95))
    let worst = milliseconds(times, 1)
    let figures = "median \(median) ms, 95 % \(late) ms, worst \(worst) ms"
    return "\(what): \(times.count) times, \(figures)\(wanted)"
  }

  /// From publishing to hearing it, through two clients of this process.
  private static func publishingTimes(_ broker: PrivateBroker) async throws -> [Duration] {
    let (events, deliver) = AsyncStream<MQTTClient.Event>.makeStream()
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let ends = (QueueExecutor(label: "a"), QueueExecutor(label: "b"))
    let options = (MQTTOptions(address, clientID: "a"), MQTTOptions(address, clientID: "b"))
    let listener = try await MQTTClient.open(options.0, on: ends.0) { deliver.yield($0) }
    let speaker = try await MQTTClient.open(options.1, on: ends.1) { _ in }
    try await listener.subscribe("x")
    var times: [Duration] = []
    for _ in 0..<500 {
      let start = ContinuousClock.now
      try await speaker.publish([UInt8](repeating: 1, count: 60), at: "x")
      for await _ in events { break }
      times.append(.now - start)
    }
    await listener.close()
    await speaker.close()
    return times
  }

  @Test func `a game outlives its broker, however often that is killed`() async throws {
    try await PrivateBroker.run { broker in
      try await NetworkPlayers.run { players in
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let (host, invitation) = try await players.openTable(
          ["--on", address, "--first", "me"]
        )
        let guest = try players.join(invitation)
        try await guest.prints("You are at Anna's table.")
        let restarts = Self.wantedRestarts ?? 2
        let (moves, returns) = try await Self.play(through: restarts, of: broker, host, guest)
        print(Self.line("publish to subscribe", try await Self.publishingTimes(broker)))
        print(
          Self.line("move, typed there and printed here", moves, wanted: " (wanted: 95 % in 20 ms)")
        )
        print(Self.line("back after the broker", returns, wanted: " (wanted: each in 2000 ms)"))
        for program in [host, guest] {
          program.type("quit")
          _ = await program.end()
        }
        #expect(returns.allSatisfy { $0 <= Self.returnLimit }, "\(returns)")
        let played = zip(Self.moves[0], Self.moves[1]).prefix(restarts).map { $0 + $1 }.joined()
        for player in ["Anna", "Gus"] {
          let record = try await Program.record(in: players.home(of: player))
          #expect(record == played, "the record of \(player)")
        }
      }
    }
  }

  /// Has both play a move, the second one while the broker is dead, again and again; how long the
  /// first ones took, and the second ones after the broker was up again.
  private static func play(
    through restarts: Int,
    of broker: PrivateBroker,
    _ host: Program,
    _ guest: Program
  ) async throws -> (moves: [Duration], returns: [Duration]) {
    var (times, returns): ([Duration], [Duration]) = ([], [])
    for (black, white) in zip(moves[0], moves[1]).prefix(restarts) {
      times.append(
        try await ContinuousClock().measure {
          host.type(black)
          try await guest.prints("Black plays \(black).")
        }
      )
      broker.kill()
      try await guest.prints("Connection to Anna lost.")
      // What is played meanwhile is not lost, and comes once.
      guest.type(white)
      try await guest.prints("White plays \(white).")
      try broker.start()
      returns.append(
        try await ContinuousClock().measure { try await host.prints("White plays \(white).") }
      )
      // A letter may have brought it before the link was back.
      try await guest.prints("Anna is back.")
    }
    return (times, returns)
  }
}
