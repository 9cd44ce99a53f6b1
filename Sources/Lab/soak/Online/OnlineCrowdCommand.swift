internal import ArgumentParser
import BrokerTransport

/// `soak online crowd`: one process of `soak online load`, which tells it what to do.
///
/// It says `ready`; it opens its tables when it reads `open`, and says what went wrong, a `fault`
/// each, and `seated`; it plays when it reads `play`, and says `moves` with the time that each took
/// in microseconds, `equal`, and `end`.
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
    var orders = ParentProcess.lines.makeAsyncIterator()
    ParentProcess.say("ready")
    guard await orders.next() == "open" else { return }
    let crowd = OnlineCrowd(tables, at: brokers, queues: queues, seed: seed)
    for fault in await crowd.open() { ParentProcess.say("fault \(fault)") }
    ParentProcess.say("seated")
    guard await orders.next() == "play" else { return }
    let outcome = await crowd.play(thinking: .milliseconds(think))
    let times = outcome.latencies.map { "\(Int($0 / .microseconds(1)))" }
    ParentProcess.say("moves " + times.joined(separator: " "))
    for fault in outcome.faults { ParentProcess.say("fault \(fault)") }
    ParentProcess.say("equal \(outcome.equal)")
    ParentProcess.say("end")
    // What the kernel keeps of this process is read before its end.
    _ = await orders.next()
  }
}
