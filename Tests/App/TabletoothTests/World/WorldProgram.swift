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
  func signal(_ number: CInt) {
    if number == SIGKILL { return kill() }
    if let signal = StopSignal(rawValue: Int(number)) { take(.interrupted(signal)) }
  }

  /// Waits until a line with `text`, or one of the `others`, was printed, and returns it.
  ///
  /// The quotes around the name of a new player need not be in `text`.
  @discardableResult
  func prints(_ text: String, or others: [String] = []) async throws -> String {
    func isExpected(_ line: String) -> Bool { ([text] + others).contains { line.says($0) } }
    await world.advance(by: World.patience) {
      printed.dropFirst(read).contains(where: isExpected) || code != nil
    }
    guard let index = printed.dropFirst(read).firstIndex(where: isExpected) else {
      throw Silence(expected: text, printed: printed, complaints: complaints)
    }
    read = index + 1
    return printed[index]
  }

  /// True if a line with `text` was printed.
  func hasPrinted(_ text: String) -> Bool { printed.contains { $0.says(text) } }

  /// Waits for the end.
  func end() async -> Program.End {
    await world.advance(by: World.patience) { code != nil }
    if code == nil { Issue.record("\(player)'s program does not end: \(printed)") }
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

  /// Ends at once, as by SIGKILL.
  func kill() {
    guard code == nil else { return }
    code = 128 + SIGKILL
    performance?.kill()
    performance = nil
    for search in searches { search.stop() }
  }

  // MARK: The run

  /// What stands for the standard files of its process.
  private var standardFiles: TestFiles {
    TestFiles(isTerminal: isTerminal) { text in
      self.files.withLock { $0.text += text }
    } complain: { line in
      self.files.withLock { $0.complaints.append(line) }
    } nextLine: {
      nil
    }
  }

  /// Does `body` as a part of the program, so that what it prints is the program's.
  func perform(_ body: () -> Void) { TestFiles.$current.withValue(standardFiles, operation: body) }

  func start(_ arguments: [String]) async {
    task = Task {
      let code = await TestFiles.$current.withValue(standardFiles) { await self.run(arguments) }
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
      environment.settings[.nearby] = "bluetooth"
      try await Self.command(arguments).run(in: environment)
      return 0
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      guard let reason = Main.reason(for: error) else { return 0 }
      if let line = reason.line { StandardOutput.complain(line) }
      return reason.code
    }
  }

  /// The command that `words` ask for; of one alone, as the tree of all takes most of the time.
  private static func command(_ words: [String]) throws -> any ProgramCommand {
    let all = Tabletooth.configuration.subcommands
    let type = all.first { $0.configuration.commandName == words.first }
    guard let type else { throw ExitReason.usage("there is no command \(words)") }
    guard let command = try type.parseAsRoot(Array(words.dropFirst())) as? any ProgramCommand else {
      throw ExitReason.usage("\(words) plays nothing")
    }
    return command
  }

  /// Waits until people can play with it, or it has ended.
  func settle() async {
    // What it holds on disk is given back then.
    if code != nil { await task?.value }
    guard code == nil, performance == nil, searches.isEmpty else { return }
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

  /// The searches that nobody plays beside.
  private(set) var searches: [WorldSearch] = []

  func look(_ search: WorldSearch) {
    searches.append(search)
    park()
  }

  func stopLooking(_ search: WorldSearch) { searches.removeAll { $0 === search } }

  private func take(_ event: Event) {
    if let performance { performance.take(.program(event)) } else { typed.append(event) }
  }
}

extension String {
  /// True if this line has `text` in it, or has but for quotes.
  fileprivate func says(_ text: String) -> Bool {
    contains(text) || replacing("\"", with: "").contains(text)
  }
}
