public import EngineProtocols
public import GameRules
public import GameSearch
internal import Glibc
internal import Synchronization

/// Another program as an opponent.
///
/// It is started when it is first needed, and again after it has failed.
public final class EngineOpponent: Opponent {
  private struct State: ~Copyable {
    var process: ChildProcess?
    var client: any EngineClient
    /// When the program said something last.
    var heard = ContinuousClock.now
  }

  /// The time in which a program must say that it is ready.
  private static let startLimit = Duration.seconds(10)
  /// The time in which it must read its input.
  private static let writeLimit = Duration.seconds(2)
  /// The time in which it must answer after it is told to stop.
  private static let stopLimit = Duration.seconds(2)
  /// Some Gomocup engines read while they write their move, and do not understand what they read
  /// then.
  private static let pause = Duration.milliseconds(25)

  /// The name for one line.
  public let name: String

  private let spec: EngineSpec
  private let state: Mutex<State>
  private let wake: (reading: CInt, writing: CInt)

  /// An engine that is started as `spec` says.
  public init(_ spec: EngineSpec, name: String) {
    _ = signal(SIGPIPE, SIG_IGN)
    self.spec = spec
    self.name = name
    state = Mutex(State(client: spec.client))
    var ends: [CInt] = [-1, -1]
    let type =
      CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    _ = unsafe socketpair(AF_UNIX, type, 0, &ends)
    wake = (ends[0], ends[1])
  }

  deinit {
    state.withLock { state in
      let deadline = ContinuousClock.now + .milliseconds(200)
      _ = state.process?.write(state.client.farewell, until: deadline)
      // What does not end by itself is killed.
      _ = state.process?.waitForEnd(until: deadline)
      state.process = nil
    }
    close(wake.reading)
    close(wake.writing)
  }

  /// Starts the program if it does not run, and waits until it is ready for `game`.
  public func prepare(_ game: Game) throws(EngineFailure) {
    try state.withLock { state throws(EngineFailure) in
      do throws(EngineFailure) {
        if state.process == nil { try start(&state) }
        let began = ContinuousClock.now
        var actions = state.client.begin(game)
        var limits = [Self.startLimit, Self.startLimit / 2]
        while true {
          if try perform(actions, &state).contains(.ready) { return }
          guard let limit = limits.last else { throw .silent(for: Self.startLimit) }
          if let line = try nextLine(&state, until: began + limit) {
            actions = state.client.receive(line)
          } else {
            limits.removeLast()
            actions = state.client.wonder()
          }
        }
      } catch {
        state.process = nil
        throw error
      }
    }
  }

  /// Waits for the program's moves.
  public func answer(
    in position: Position,
    _ pace: MovePace,
    patience: Duration
  ) throws(EngineFailure) -> EngineAnswer {
    try ask(position, pace, patience).answer
  }

  /// Waits for what the program says of a position, with the move that it chooses.
  ///
  /// - Throws: what it did instead, which may be to give no score.
  public func report(
    on position: Position,
    _ pace: MovePace,
    patience: Duration
  ) throws(EngineFailure) -> SearchReport {
    let (answer, report) = try ask(position, pace, patience)
    guard var report else { throw .fault(.noScore) }
    if case .moves(let moves) = answer, let move = moves.first { report.move = move }
    return report
  }

  /// Tells the program to answer at once.
  public func stop() {
    _ = unsafe write(wake.writing, [1], 1)
  }

  private func start(_ state: inout State) throws(EngineFailure) {
    do throws(ChildProcess.StartFailure) {
      state.process = try ChildProcess(spec.words, in: spec.folder)
    } catch {
      throw .notStarted(program: spec.words.first ?? "", reason: error.reason)
    }
    state.client = spec.client
  }

  /// Gives the answer of the program, and the last it said before.
  private func ask(
    _ position: Position,
    _ pace: MovePace,
    _ patience: Duration
  ) throws(EngineFailure) -> (answer: EngineAnswer, report: SearchReport?) {
    try state.withLock { state throws(EngineFailure) in
      do throws(EngineFailure) {
        return try ask(position, pace, patience, &state)
      } catch {
        state.process = nil
        throw error
      }
    }
  }

  private func ask(
    _ position: Position,
    _ pace: MovePace,
    _ patience: Duration,
    _ state: inout State
  ) throws(EngineFailure) -> (answer: EngineAnswer, report: SearchReport?) {
    var report: SearchReport?
    // A request from before the question is none.
    _ = drainWake()
    let began = ContinuousClock.now
    // What has no time of its own may take an hour.
    var deadline = began + (pace.time ?? .seconds(3_600)) + patience
    var actions = state.client.ask(position, pace)
    while true {
      let said = try perform(actions, &state)
      report = said.report ?? report
      if let answer = said.answer { return (answer, report) }
      let reading = state.process?.readLine(until: deadline, wokenBy: wake.reading)
      switch reading {
      case .line(let line):
        state.heard = .now
        actions = state.client.receive(line)
      case .complaint(let line):
        actions = state.client.complain(line)
      case .woken:
        actions = drainWake() ? state.client.stop() : []
        deadline = min(deadline, .now + Self.stopLimit)
      case .timeout:
        throw .silent(for: .now - began)
      case .closed, nil:
        throw ended(&state)
      }
    }
  }

  /// Sends what is to be sent, and gives the other actions back.
  private func perform(
    _ actions: [ClientAction],
    _ state: inout State
  ) throws(EngineFailure) -> [ClientAction] {
    var lines: [String] = []
    var rest: [ClientAction] = []
    for action in actions {
      switch action {
      case .send(let line): lines.append(line)
      case .fault(let fault): throw .fault(fault)
      case .ready, .report, .answer: rest.append(action)
      }
    }
    guard !lines.isEmpty else { return rest }
    if spec.spoken == .gomocup {
      let wait = state.heard + Self.pause - .now
      if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
    }
    let isTaken = state.process?.write(lines, until: .now + Self.writeLimit) ?? false
    if !isTaken {
      // It may have said why before it went.
      throw ended(&state)
    }
    return rest
  }

  private func nextLine(
    _ state: inout State,
    until deadline: ContinuousClock.Instant
  ) throws(EngineFailure) -> String? {
    while true {
      switch state.process?.readLine(until: deadline) {
      case .line(let line):
        state.heard = .now
        return line
      case .complaint: continue
      case .timeout, .woken: return nil
      case .closed, nil: throw ended(&state)
      }
    }
  }

  private func ended(_ state: inout State) -> EngineFailure {
    guard let end = state.process?.waitForEnd(until: .now + .milliseconds(500)) else {
      return .silent(for: .zero)
    }
    return .ended(end)
  }

  /// Takes what woke the wait, and says whether there was something.
  private func drainWake() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16)
    return unsafe read(wake.reading, &buffer, buffer.count) > 0
  }
}

extension [ClientAction] {
  /// The first report among them.
  fileprivate var report: SearchReport? {
    for case .report(let report) in self { return report }
    return nil
  }

  /// The first answer among them.
  fileprivate var answer: EngineAnswer? {
    for case .answer(let answer) in self { return answer }
    return nil
  }
}
