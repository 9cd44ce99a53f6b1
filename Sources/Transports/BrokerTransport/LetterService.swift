internal import MQTT
public import MatchProtocol
internal import QueueExecutor

/// The letters of several matches at a broker, for a program at which nobody plays.
public actor LetterService {
  /// An event of the service.
  public enum Event: Sendable {
    /// This letter lies there for the player of a match.
    case letter(Letter, SessionID)
    /// The broker is connected to.
    case up
    /// It is lost, or was not reached, and is tried again after this time.
    case waits(attempt: Int, Duration)
    /// The broker is not tried any longer.
    case ended(BrokerError)
  }

  private let queueExecutor: QueueExecutor
  private let deliver: @Sendable (Event) -> Void
  private var boards: [SessionID: LetterBoard] = [:]
  private var line: BrokerLine?

  /// The queue of this service.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queueExecutor.asUnownedSerialExecutor()
  }

  /// A service at `brokers` that listens to nothing yet.
  ///
  /// - Parameters:
  ///   - brokers: The addresses of the broker.
  ///   - access: What the broker asks for, and where the connection lives.
  ///   - deliver: Is called with all that happens, in order, and must not wait.
  public init(
    at brokers: BrokerList,
    _ access: BrokerAccess = BrokerAccess(),
    deliver: @escaping @Sendable (Event) -> Void
  ) async {
    queueExecutor = access.queue
    self.deliver = deliver
    line = BrokerLine(
      brokers,
      access,
      on: queueExecutor,
      clock: ContinuousClock(),
      listeningTo: [],
      for: BrokerLine.Owner(
        will: { nil },
        deliver: { [weak self] event in self?.assumeIsolated { $0.take(event) } },
        hear: { [weak self] message in self?.assumeIsolated { $0.hear(message) } ?? false }
      )
    )
    await line?.keepConnecting(isFirst: true)
  }

  private func take(_ event: BrokerLine.Event) {
    switch event {
    case .up: deliver(.up)
    case .waiting(let attempt, let pause): deliver(.waits(attempt: attempt, pause))
    case .givenUp(let error): deliver(.ended(error))
    case .down, .flooded, .ended: break
    }
  }

  private func hear(_ message: MQTTOptions.Message) -> Bool {
    for session in boards.keys {
      guard let letter = boards[session]?.open(message) else { continue }
      deliver(.letter(letter, session))
      return true
    }
    return false
  }

  /// Listens to the letters of these matches alone from now on, in the weeks of now.
  public func listen(to boxes: [Mailbox]) async {
    let old = Set(boards.values.flatMap(\.filters))
    let all = boxes.map { ($0.session, boards[$0.session] ?? LetterBoard($0)) }
    boards = Dictionary(all) { first, _ in first }
    let new = Set(boards.values.flatMap(\.filters))
    let (more, less) = (new.subtracting(old), old.subtracting(new))
    guard !(more.isEmpty && less.isEmpty) else { return }
    await line?.listen(toAll: more.sorted(), inPlaceOf: less.sorted())
  }

  /// Leaves `letter` for the other player of a match.
  ///
  /// - Returns: Whether the broker has it.
  public func post(_ letter: Letter?, in session: SessionID) async -> Bool {
    boards[session]?.want(letter)
    guard let due = boards[session]?.due(), !due.isEmpty, let line, await line.isUp else {
      return false
    }
    let isTaken = await line.keep(due)
    _ = boards[session]?.note(isTaken: isTaken)
    return isTaken
  }

  /// Removes this letter of the other player of a match: all of it is on disk.
  public func remove(_ letter: HeardLetter, in session: SessionID) async {
    guard let removal = boards[session]?.removal(upTo: letter.time), !removal.isEmpty else {
      return
    }
    _ = await line?.keep(removal)
  }

  /// Ends the connection.
  public func close() async { await line?.close() }
}
