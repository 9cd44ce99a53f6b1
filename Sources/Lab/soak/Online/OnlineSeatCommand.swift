internal import ArgumentParser
import BrokerTransport
import MQTT
import MatchProtocol

/// `soak online seat`: the host of `soak online ratio`, which tells it when to go on.
///
/// For each game it says the code of its table, and after it what happened when; it plays the next
/// one when it reads a line.
struct OnlineSeatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seat",
    abstract: "Is the host of `ratio`.",
    shouldDisplay: false
  )

  @Option(help: "The address of the broker.")
  var broker: String

  @Option(help: "What is played follows from it.")
  var seed: UInt64

  func run() async throws {
    guard let brokers = BrokerList(broker) else { throw ValidationError("\(broker) is no broker") }
    var orders = ParentProcess.lines.makeAsyncIterator()
    let seat = try await OnlineSeat(.host, at: brokers.addresses[0], seed: seed)
    repeat {
      let game = try await seat.host(at: brokers) { ParentProcess.say($0.text) }
      ParentProcess.say(game.line)
    } while await orders.next() != nil
    await seat.close()
  }
}
