internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// A table that is told to those whom its host knows, when they ask, and to nobody else.
///
/// It shares the connection of the table: a broker may take two of one program for one client, by
/// the name of the player, and end the older of them.
public actor BrokerPresence {
  /// The number of queries of a rendezvous that are remembered, so that none is answered twice.
  private static let mostLooks = 64

  private let queueExecutor = QueueExecutor(label: "tabletooth presence")
  private let doors: PairDoors
  private let clock: any Clock<Duration>
  private let time: WallTime
  private var sign: TableSign
  /// Names nothing, as nobody has a link here.
  private let connection = randomBytes(BrokerFrame.connectionSize)
  private var hour: Int
  /// The doors that are listened at, by their names.
  private var open: [String: PairDoors.Pair] = [:]
  private var looks: [String: [TableLook]] = [:]
  private var line: BrokerLine?
  private var turning: Task<Void, Never>?
  private var isClosed = false
  /// True if it has subscribed at every rendezvous.
  private(set) var isListening = false

  /// The executor on which its messages are sealed.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// Makes the answers to `known` players.
  ///
  /// - Parameters:
  ///   - sign: What they are told; it names the key of the table.
  ///   - known: Who they are, those first that were met last.
  ///   - clock: What measures the time from one hour to the next.
  ///   - time: What time it is.
  public init(
    _ sign: TableSign,
    to known: [Acquaintance],
    clock: any Clock<Duration> = ContinuousClock(),
    time: WallTime = .system
  ) {
    (self.sign, self.clock, self.time) = (sign, clock, time)
    doors = PairDoors(known)
    hour = time.hour
  }

  /// Answers what comes by `line`, from now on until ``close()``.
  func start(on line: BrokerLine) {
    hour = time.hour
    for pair in currentPairs { open[pair.door.name] = pair }
    self.line = line
    let filters = open.values.map(\.door.guestFilter)
    // The table is there without it; it ends when the broker has answered.
    Task {
      await line.listen(toAll: filters)
      self.isListening = true
    }
    // It ends with the presence.
    turning = Task { await self.turnWithTheHour() }
  }

  /// The doors of this hour, the one before and the next, as clocks differ.
  private var currentPairs: [PairDoors.Pair] {
    (hour - 1...hour + 1).flatMap { doors.pairs(of: $0) }
  }

  private func turnWithTheHour() async {
    while !isClosed, !Task.isCancelled {
      try? await clock.sleep(for: time.untilNextHour)
      guard !isClosed, time.hour != hour else { continue }
      await turn()
    }
  }

  /// Listens at the doors of the hour that it is, and no more at others.
  func turn() async {
    hour = time.hour
    var next: [String: PairDoors.Pair] = [:]
    for pair in currentPairs { next[pair.door.name] = pair }
    let old = open
    open = next
    looks = looks.filter { next[$0.key] != nil }
    for (name, pair) in old where next[name] == nil {
      await line?.ignore(pair.door.guestFilter)
    }
    for (name, pair) in next where old[name] == nil {
      await line?.listen(to: pair.door.guestFilter)
    }
  }

  /// Hears what was said at no door of the table.
  func hear(_ message: MQTTOptions.Message) {
    guard !isClosed else { return }
    let parts = message.topic.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, let pair = open[String(parts[2])], pair.player != nil,
      pair.door.guest(of: message.topic) != nil,
      case .look(let look)? = pair.door.opened(message.payload, by: .guest, at: message.topic),
      // The player here, who looks for the other one's table.
      look.mark != pair.mark
    else { return }
    var heard = looks[pair.door.name] ?? []
    // Who says again what somebody has asked learns nothing by it.
    guard !heard.contains(look) else { return }
    heard = heard.suffix(Self.mostLooks - 1) + [look]
    looks[pair.door.name] = heard
    answer(look, at: pair)
  }

  private func answer(_ look: TableLook, at pair: PairDoors.Pair) {
    let answer = look.answered(by: pair.mark)
    let message = pair.door.messageOfHost(.sign(sign, answer: answer, connection: connection))
    // It ends when the broker's connection has taken it.
    Task { await self.line?.publish(message.payload, at: message.topic) }
  }

  /// Says whether anybody new may come, to those who ask.
  public func setOpen(_ isOpen: Bool) { sign.isOpen = isOpen }

  /// Says what is offered from now on, to those who ask.
  public func announce(_ presence: Presence) { sign.presence = presence }

  /// Answers nobody any more.
  public func close() {
    isClosed = true
    turning?.cancel()
    line = nil
  }
}
