import ArgumentParser
import BoardUI
import Glibc
import Synchronization
import Testing

@testable import tabletooth

/// A program of a ``World``, from its command line to its exit code.
@MainActor
final class WorldProgram {
  /// It did not print what was expected.
  struct Silence: Error {
    let expected: String
    let printed: [String]
    let complaints: [String]
  }

  private struct Output {
    var text = ""
    var complaints: [String] = []
  }

  let world: World
  let player: String
  private let isTerminal: Bool
  private let files = Mutex(Output())
  /// The number of lines that were waited for already.
  private var read = 0
  private var code: CInt?
  private var task: Task<Void, Never>?
  /// What the people at it play with at present.
  private var performance: WorldPerformance?
  private var isInputOpen = true
  /// The event that comes first where nobody takes what is typed.
  private var typed: [Event] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(in world: World, of player: String, isTerminal: Bool) {
    (self.world, self.player, self.isTerminal) = (world, player, isTerminal)
  }

  // MARK: What a person does

  /// Types `line`.
  func type(_ line: String) { take(.line(line)) }

  /// Ends standard input.
  func endInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    take(.inputClosed)
  }

  /// Sends a signal, if the program still runs.
  func signal(_ number: CInt) async {
    if number == SIGKILL { return await kill() }
    if let signal = StopSignal(rawValue: Int(number)) { take(.interrupted(signal)) }
  }

  /// Waits until a line with `text`, or one of the `others`, was printed, and returns it.
  ///
  /// The quotes around the name of a new player need not be in `text`.
  @discardableResult
  func prints(_ text: String, or others: [String] = []) async throws -> String {
    func isExpected(_ line: String) -> Bool {
      let plain = line.replacing("\"", with: "")
      return ([text] + others).contains { line.contains($0) || plain.contains($0) }
    }
    await world.advance(by: World.patience) {
      printed.dropFirst(read).contains(where: isExpected) || code != nil
    }
    guard let index = printed.dropFirst(read).firstIndex(where: isExpected) else {
      throw Silence(expected: text, printed: printed, complaints: complaints)
    }
    read = index + 1
    return printed[index]
  }

  /// Waits for the end.
  func end() async -> Program.End {
    await world.advance(by: World.patience) { code != nil }
    return .init(code: code ?? -1, complaints: complaints)
  }

  /// Waits for the end, and returns all lines of standard output.
  func output() async -> [String] {
    _ = await end()
    return printed
  }

  /// The lines of standard output.
  var printed: [String] {
    files.withLock { $0.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
      .map(String.init)
  }

  /// The lines of standard error.
  var complaints: [String] { files.withLock(\.complaints) }

  /// Ends at once, as by SIGKILL; all that it holds on disk is given back when this returns.
  func kill() async {
    guard code == nil else { return }
    code = 128 + SIGKILL
    performance?.kill()
    performance = nil
    await task?.value
  }

  // MARK: The run

  func start(_ arguments: [String]) async {
    let console = TestFiles(isTerminal: isTerminal) { text in
      self.files.withLock { $0.text += text }
    } complain: { line in
      self.files.withLock { $0.complaints.append(line) }
    } nextLine: {
      nil
    }
    task = Task {
      let code = await TestFiles.$current.withValue(console) { await self.run(arguments) }
      if self.code == nil { self.code = code }
      self.park()
    }
    await settle()
  }

  /// Prints `text`.
  func print(_ text: String) { files.withLock { $0.text += text } }

  private func run(_ words: [String]) async -> CInt {
    do {
      let (arguments, typed) = Main.split(words)
      let home = world.home(of: player)
      var environment = Environment(
        log: ProgramLog(isKept: false),
        settings: "\(home)/config/tabletooth/settings.toml",
        data: "\(home)/tabletooth",
        stage: WorldStage(program: self)
      )
      try environment.take(GlobalOptions.parse(typed), nil, for: arguments)
      guard let command = try Tabletooth.parseAsRoot(arguments) as? any ProgramCommand else {
        fatalError("\(words) is no command of the program")
      }
      try await command.run(in: environment)
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      guard let reason = Main.reason(for: error) else { return 0 }
      if let line = reason.line { StandardOutput.complain(line) }
      return reason.code
    }
  }

  /// Waits until people can play with it, or it has ended.
  func settle() async {
    guard code == nil, performance == nil else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  private func park() {
    waiting?.resume()
    waiting = nil
  }

  func play(_ performance: WorldPerformance) {
    self.performance = performance
    for event in typed { performance.take(.program(event)) }
    typed = []
    park()
  }

  func leave() { performance = nil }

  private func take(_ event: Event) {
    if let performance { performance.take(.program(event)) } else { typed.append(event) }
  }
}
