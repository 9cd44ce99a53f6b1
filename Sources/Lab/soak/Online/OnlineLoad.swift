internal import ArgumentParser
import Glibc
import PrivateBroker

/// `soak online load`: many tables at once at one mosquitto.
struct OnlineLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Plays many tables at once at one mosquitto on loopback.",
    discussion: """
      Each table has two players with a connection each, and plays a game of Gomoku to its end. All \
      tables are laid before the first move. Exits with 1 unless each game ended with equal records.
      """
  )

  @Option(help: "How many tables.")
  var tables = 100

  @Option(help: "How long a player thinks on average, in milliseconds; each time up to twice that.")
  var think = 2_000

  @Option(help: "How many processes play them.")
  var processes = 2

  @Option(help: "How many queues play those of a process.")
  var queues = 1

  @Option(help: "What is played follows from it.")
  var seed: UInt64 = 1

  @Flag(help: "Print one row of a table instead.")
  var row = false

  func validate() throws {
    guard tables > 0, processes > 0, think >= 0 else {
      throw ValidationError("There is nothing to play.")
    }
  }

  func run() async throws {
    let needs = OnlineNeeds(tables: tables, processes: processes)
    if let lack = needs.lack(of: ProcessFigures.raiseDescriptorLimit()) { print(lack) }
    let report = try await PrivateBroker.run([
      "allow_anonymous true", "max_packet_size 2048", "max_queued_messages 100", "sys_interval 1",
    ]) { broker in
      let crowds = try OnlineCrowds(self, at: broker)
      defer { crowds.end() }
      return try await crowds.play()
    }
    if row {
      print(report.row)
    } else {
      print(report.text)
    }
    guard report.equal == tables else { throw ExitCode.failure }
  }
}

/// The resources of the kernel that a load needs.
struct OnlineNeeds {
  /// The number of descriptors a client has for a connection: the socket, its copy for the queue,
  /// and the two of libmosquitto's own pair.
  private static let perConnection = 4

  /// The number of other descriptors of a process.
  private static let besides = 32

  let tables: Int
  let processes: Int

  private var broker: Int { 2 * tables + Self.besides }

  private var client: Int {
    2 * ((tables + processes - 1) / processes) * Self.perConnection + Self.besides
  }

  /// The message if `limit` descriptors are too few for one of the processes; nil if they are
  /// enough.
  func lack(of limit: Int) -> String? {
    guard max(broker, client) > limit else { return nil }
    return """
      This takes \(broker) descriptors in the broker and \(client) in each client, and the hard limit \
      (ulimit -Hn) is \(limit): raise it, or take more processes.
      """
  }
}
