import Glibc

/// The report of a load.
struct OnlineReport {
  /// The figures of the processes at a moment.
  struct Figures {
    var broker = ProcessFigures(0)
    var clients: [ProcessFigures] = []

    var clientMemory: Int { clients.map(\.memory).reduce(0, +) }
    var clientTime: Duration { clients.map(\.computed).reduce(.zero, +) }
    var mostDescriptors: Int { clients.map(\.descriptors).max() ?? 0 }
    var mostMappings: Int { clients.map(\.mappings).max() ?? 0 }
  }

  /// The report of one process.
  struct Part {
    var latencies: [Duration] = []
    var equal = 0
    var faults: [String] = []

    /// Reads one of its lines.
    mutating func read(_ line: String) {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = words.count > 1 ? words[1] : ""
      switch words.first {
      case "moves":
        latencies = rest.split(separator: " ").compactMap { Int($0) }.map(Duration.microseconds)
      case "equal": equal = Int(rest) ?? 0
      case "fault": faults.append(rest)
      default: faults.append("a process said: \(line)")
      }
    }
  }

  /// The number of failures that are shown.
  private static let shownFaults = 5

  private let load: OnlineLoad
  private var latencies: [Duration] = []
  /// The number of games that ended with equal records.
  private(set) var equal = 0
  var faults: [String] = []
  /// Before the first table, with all tables open, and at the end of the last game.
  var before = Figures()
  var seated = Figures()
  var ended = Figures()
  /// The time to open all tables, and to play all games.
  var opened = Duration.zero
  var played = Duration.zero
  /// The number of messages the broker did not deliver.
  var dropped = 0

  init(_ load: OnlineLoad) {
    self.load = load
  }

  mutating func add(_ part: Part) {
    latencies += part.latencies
    equal += part.equal
    faults += part.faults
  }

  private var movesPerSecond: Int { Int(Double(latencies.count) / (played / .seconds(1))) }

  /// The memory of a table, in KiB, of the broker and of the clients.
  private var memory: (broker: Int, clients: Int) {
    (
      (seated.broker.memory - before.broker.memory) / 1_024 / load.tables,
      (seated.clientMemory - before.clientMemory) / 1_024 / load.tables
    )
  }

  /// The processor time used while the games were played, in percent of one processor.
  private var processor: (broker: Int, clients: Int) {
    (
      Int(100 * ((ended.broker.computed - seated.broker.computed) / played)),
      Int(100 * ((ended.clientTime - seated.clientTime) / played))
    )
  }

  /// The text for a person.
  var text: String {
    let processors = Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    let shown = faults.prefix(Self.shownFaults).map { "\n  went wrong:     \($0)" }.joined()
    return """
      tables:           \(load.tables) at once, \(2 * load.tables) connections from \
      \(load.processes) processes to one mosquitto, \(processors) processors
      opened:           in \(opened.seconds) s
      games:            \(equal) ended with equal records\(shown)
      moves:            \(latencies.count) in \(played.seconds) s, \(movesPerSecond) a second
      sent to received: \(Percentiles(latencies).text)
      memory a table:   broker \(memory.broker) KiB, clients \(memory.clients) KiB
      descriptors:      broker \(seated.broker.descriptors), each client \(seated.mostDescriptors)
      mappings:         each client \(seated.mostMappings)
      processor:        broker \(processor.broker) %, clients \(processor.clients) % of \
      \(100 * processors) %
      dropped:          \(dropped) messages by the broker
      """
  }

  /// A row for docs/howto/broker.md.
  var row: String {
    let times = Percentiles(latencies)
    let cells = [
      "\(load.tables)", "\(equal)", "\(opened.seconds) s", "\(movesPerSecond)",
      times(0.5).milliseconds, times(0.95).milliseconds, times(0.99).milliseconds,
      "\(memory.broker) KiB", "\(memory.clients) KiB", "\(seated.broker.descriptors)",
      "\(processor.broker) %", "\(processor.clients) %", "\(dropped)",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

extension Duration {
  fileprivate var seconds: Int { Int((self / .seconds(1)).rounded()) }
}
