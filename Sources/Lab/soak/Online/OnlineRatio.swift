internal import ArgumentParser
import BrokerTransport
import MQTT
import MatchProtocol
import PrivateBroker
import QueueExecutor

/// `soak online ratio`: what the transport and the sessions add to the broker's own time.
struct OnlineRatio: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ratio",
    abstract: "Compares a move with the broker's own time from publishing to hearing.",
    discussion: """
      Two processes play at one mosquitto on loopback: sessions, tables and transports, without a \
      disk and a screen. Before each move a payload as long as a move's goes from one to the other \
      and one back, at topics as long as those of tables, by nothing but libmosquitto. After each \
      game as many lines of that length go from mosquitto_pub to mosquitto_sub.
      """
  )

  @Option(help: "How many moves.")
  var moves = 500

  @Option(help: "What is played follows from it.")
  var seed: UInt64 = 1

  /// The measured times.
  private struct Times {
    var moves: [Duration] = []
    var payloads: [Duration] = []
    var lines: [Duration] = []
  }

  func run() async throws {
    let times = try await PrivateBroker.run { broker in try await measure(broker) }
    let move = Percentiles(times.moves)
    print("a move:                           \(move.text) (wanted: a p95 of 20 ms or less)")
    for (name, others) in [
      ("publish to subscribe, same processes", times.payloads),
      ("mosquitto_pub to mosquitto_sub", times.lines),
    ] {
      let other = Percentiles(others)
      let ratio = Int((move(0.5) / other(0.5) * 100).rounded())
      print("\(name): \(other.text); a move takes \(ratio) % of it (wanted: 150 or less)")
    }
  }

  /// Measures the time of moves, and of payloads between the same two processes.
  private func measure(_ broker: PrivateBroker) async throws -> Times {
    let address = BrokerAddress(.plain, host: "127.0.0.1", port: broker.port)
    let arguments = ["online", "seat", "--broker", "\(address)", "--seed", "\(seed)"]
    guard let host = ChildProcess(arguments) else {
      throw ValidationError("this program cannot be started again")
    }
    var lines = host.lines.makeAsyncIterator()
    let seat = try await OnlineSeat(.guest, at: address, seed: seed)
    let programs = try BrokerPrograms(
      port: broker.port,
      topic: OnlineSeat.topic(.host) + "/lines",
      size: OnlineSeat.payloadSize
    )
    var times = Times()
    while times.moves.count < moves, let code = await lines.next() {
      let mine = try await seat.play(try TableCode(code, at: nil))
      guard let line = await lines.next(), let theirs = OnlineSeat.Game(line) else { break }
      times.moves += zip(mine.heard, theirs.moving).map { $0 - $1 }
      times.moves += zip(theirs.heard, mine.moving).map { $0 - $1 }
      times.payloads += mine.payloads + theirs.payloads
      times.lines += programs.times(mine.heard.count + mine.moving.count)
      host.say("again")
    }
    programs.end()
    await seat.close()
    host.end()
    return times
  }
}
