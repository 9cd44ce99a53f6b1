import ArgumentParser
import BlueZ
import BoardUI
import Glibc
import Phrases
import Synchronization
import Terminal
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

  private struct Files {
    var text = ""
    var complaints: [String] = []
    /// What was typed and nobody has taken yet.
    var typed: [Event] = []
  }

  let world: World
  let player: String
  private let arguments: [String]
  private let isTerminal: Bool
  private let isPipe: Bool
  /// The size of the terminal, if it can show a screen.
  private let size: Size?
  /// The screen that is or was shown last.
  private let shown = Mutex<WorldDisplay?>(nil)
  /// False where its computer has no bus.
  var hasBluetooth = true
  private let files = Mutex(Files())
  /// The number of lines that were waited for already.
  private var read = 0
  private var code: CInt?
  private var task: Task<Void, Never>?
  /// What the people at it play with at present; one more may wait behind a menu.
  private var performances: [WorldPerformance] = []
  private var isInputOpen = true
  /// What surrounds it, once it has read its command line.
  private(set) var environment: Environment?
  private var waiting: CheckedContinuation<Void, Never>?
  /// As many steps as tasks of a menu take one after the other.
  private static let mostSteps = 60

  init(
    in world: World,
    of player: String,
    _ arguments: [String],
    _ isTerminal: Bool,
    _ size: Size?
  ) {
    (self.world, self.player) = (world, player)
    (self.arguments, self.isTerminal, self.size) = (arguments, isTerminal, size)
    isPipe = arguments.first == "pipe" && !arguments.contains("--help")
  }

  /// What is told where there is no Bluetooth.
  var bluetoothFailure: BlueZError? {
    guard !hasBluetooth else { return nil }
    return .bus(.unreachable(address: StartTests.nowhere, name: "", text: ""))
  }

  // MARK: What a person does

  /// Types `line`.
  func type(_ line: String) {
    guard let display, display.isOpen else { return take(.line(line)) }
    for character in line { display.take(.key(.character(character))) }
    display.take(.key(.enter))
  }

  /// The screen.
  var display: WorldDisplay? { shown.withLock(\.self) }

  /// Ends standard input.
  func endInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    take(.inputClosed)
  }

  /// Sends a signal, if the program still runs.
  func signal(_ number: CInt) {
    if number == SIGKILL || performances.isEmpty && !searches.isEmpty { return kill(by: number) }
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

  /// Waits for a line with `text`, and returns its last word, such as the code of a table.
  func printsWord(after text: String) async throws -> String {
    let line = try await prints(text)
    return try #require(line.split(separator: " ").last.map(String.init))
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

  /// True if it has ended.
  var hasEnded: Bool { code != nil }

  /// The lines of standard output; the last one once it has ended, with the program at the latest.
  var printed: [String] {
    let lines = files.withLock { $0.text.split(separator: "\n", omittingEmptySubsequences: false) }
    let isWhole = lines.last?.isEmpty ?? true || code == nil
    return (isWhole ? lines.dropLast() : lines[...]).map(String.init)
  }

  /// The lines of standard error.
  var complaints: [String] { files.withLock(\.complaints) }

  /// Ends at once, as by this signal where the program has not asked for it.
  func kill(by number: CInt = SIGKILL) {
    guard code == nil else { return }
    code = 128 + number
    for performance in performances { performance.kill() }
    performances = []
    for search in searches { search.stop() }
    // A menu waits for keys.
    task?.cancel()
  }

  // MARK: The run

  /// What stands for the standard files of its process.
  private var standardFiles: TestFiles {
    TestFiles(arguments: arguments, isTerminal: isTerminal) { text in
      MainActor.assumeIsolated { self.print(text) }
    } complain: { line in
      self.files.withLock { $0.complaints.append(line) }
    } nextLine: {
      self.files.withLock { files in
        guard case .line(let line) = files.typed.first else { return nil }
        files.typed.removeFirst()
        return line
      }
    } openDisplay: {
      let size = self.size
      return self.shown.withLock { shown in
        shown = size.map { size in
          WorldDisplay(size) { text in self.files.withLock { $0.text += text } }
        }
        return shown
      }
    }
  }

  /// Does `body` as a part of the program, so that what it prints is the program's.
  func perform(_ body: () -> Void) { TestFiles.$current.withValue(standardFiles, operation: body) }

  func start() async {
    task = Task {
      let code = await TestFiles.$current.withValue(standardFiles) { await self.run() }
      if self.code == nil { self.code = code }
      self.park()
    }
    await settle()
  }

  /// Prints `text`, or says it aside where standard output belongs to a pipe.
  func print(_ text: String) {
    guard isPipe else { return put(text) }
    let lines = text.split(separator: "\n").map(String.init)
    files.withLock { $0.complaints += lines }
  }

  /// Puts `text` into standard output.
  func put(_ text: String) { files.withLock { $0.text += text } }

  private func run() async -> CInt {
    let (words, typed) = Main.split(arguments)
    do {
      let language = try LanguageChoice.language(typed)
      return await Language.$ofTask.withValue(language ?? .english) {
        await run(words, typed, language)
      }
    } catch {
      return Main.end(with: error)
    }
  }

  private func run(_ words: [String], _ typed: [String], _ language: Language?) async -> CInt {
    do {
      let home = world.home(of: player)
      var environment = Environment(
        log: ProgramLog(isKept: false),
        settings: "\(home)/config/tabletooth/settings.toml",
        data: "\(home)/tabletooth",
        stage: WorldStage(program: self)
      )
      try environment.take(GlobalOptions.parse(typed), language, for: words)
      environment.settings[.nearby] = "bluetooth"
      self.environment = environment
      try await Main.perform(words, in: environment, parse: Self.command)
      return 0
    } catch {
      return Main.end(with: error)
    }
  }

  /// The command that `words` ask for; of one alone if they are right, as the tree of all takes
  /// most of the time.
  private static func command(_ words: [String]) throws -> any ParsableCommand {
    let all = Tabletooth.configuration.subcommands
    let type = all.first { $0.configuration.commandName == words.first }
    if let command = try? type?.parseAsRoot(Array(words.dropFirst())) as? any ProgramCommand {
      return command
    }
    return try Tabletooth.parseAsRoot(words)
  }

  /// Waits until people can play with it, or it has ended.
  func settle() async {
    // What it holds on disk is given back then.
    if code != nil { await task?.value }
    let isBetween = performances.isEmpty && searches.isEmpty
    // A menu, and other pages, have several tasks, all of them on this actor.
    if size != nil, performances.isEmpty || arguments.isEmpty {
      for _ in 0..<Self.mostSteps { await Task.yield() }
    }
    guard code == nil, isBetween, size == nil else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  private func park() {
    waiting?.resume()
    waiting = nil
  }

  func play(_ performance: WorldPerformance) {
    performances.append(performance)
    let typed = files.withLock { files in
      defer { files.typed = [] }
      return files.typed
    }
    for event in typed { performance.hear(event) }
    park()
  }

  func leave(_ performance: WorldPerformance) { performances.removeAll { $0 === performance } }

  /// The searches that nobody plays beside.
  private(set) var searches: [WorldSearch] = []

  func look(_ search: WorldSearch) {
    searches.append(search)
    park()
  }

  func stopLooking(_ search: WorldSearch) { searches.removeAll { $0 === search } }

  private func take(_ event: Event) {
    if let last = performances.last { return last.hear(event) }
    files.withLock { $0.typed.append(event) }
  }
}

extension String {
  /// True if this line has `text` in it, or has but for quotes.
  fileprivate func says(_ text: String) -> Bool {
    contains(text) || replacing("\"", with: "").contains(text)
  }
}
