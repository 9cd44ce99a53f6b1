internal import ArgumentParser
import BrokerTransport
import Dispatch
import Glibc
import QueueExecutor

/// `soak online crowd`: one process of `soak online load`, which tells it what to do.
///
/// It says `ready`; it opens its tables when it reads `open`, and says what went wrong, a `fault`
/// each, and `seated`; it plays when it reads `play`, and says `moves` with the time that each took
/// in microseconds, `equal`, `signed`, and `end`.
struct OnlineCrowdCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd",
    abstract: "Plays some of the tables of `load`.",
    shouldDisplay: false
  )

  @Option(help: "The address of the broker.")
  var broker: String

  @Option(help: "How many tables.")
  var tables: Int

  @Option(help: "How long a player thinks on average, in milliseconds.")
  var think: Int

  @Option(help: "How many queues play them.")
  var queues: Int

  @Option(help: "What is played follows from it.")
  var seed: UInt64

  func run() async throws {
    guard let brokers = BrokerList(broker) else { throw ValidationError("\(broker) is no broker") }
    _ = ProcessFigures.raiseDescriptorLimit()
    var orders = Self.orders().makeAsyncIterator()
    say("ready")
    guard await orders.next() == "open" else { return }
    let crowd = OnlineCrowd(tables, at: brokers, queues: queues, seed: seed)
    for fault in await crowd.open() { say("fault \(fault)") }
    say("seated")
    guard await orders.next() == "play" else { return }
    let outcome = await crowd.play(thinking: .milliseconds(think))
    let times = outcome.latencies.map { "\(Int($0 / .microseconds(1)))" }
    say("moves " + times.joined(separator: " "))
    for fault in outcome.faults { say("fault \(fault)") }
    say("equal \(outcome.equal)")
    say("signed \(outcome.signed)")
    say("end")
    // What the kernel keeps of this process is read before its end.
    _ = await orders.next()
  }

  /// The lines of standard input; whoever started this process is gone when they end.
  private static func orders() -> AsyncStream<String> {
    AsyncStream { continuation in
      QueueExecutor(label: "orders").queue.async {
        ChildProcess.read(STDIN_FILENO) { continuation.yield($0) }
        Glibc.exit(0)
      }
    }
  }

  /// To flush a stream waits for whoever reads another one, so none is used.
  private func say(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
