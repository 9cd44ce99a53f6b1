import Dispatch
import Glibc
import Synchronization
import Testing

/// The built program, run as a person or a script runs it.
///
/// Nothing here waits without end: a program that says nothing for too long is killed, and whoever
/// waits for it sees that it ended.
final class Program: Sendable {
  /// How a program ended.
  struct End: Hashable {
    /// The exit status; 128 and the signal's number when one ended it.
    let code: CInt
    /// The lines of standard error.
    let complaints: [String]
  }

  /// It ended before it printed what was expected.
  struct Silence: Error {
    let expected: String
    let printed: [String]
    let complaints: [String]
  }

  private struct Output {
    var printed: [String] = []
    var complaints: [String] = []
    var code: CInt?
  }

  private let process: pid_t
  private let hasOwnGroup: Bool
  private let input: Mutex<CInt?>
  private let output = Mutex(Output())
  /// A turn of this stream for each line of standard output; its end is the program's.
  private let lines: AsyncStream<String>

  /// Starts the program with `arguments`, and an open pipe as its standard input.
  ///
  /// - Parameters:
  ///   - arguments: The command and what follows it.
  ///   - home: Where it keeps what must survive it; a path that does not exist if nothing is to be
  ///     kept.
  ///   - patience: How long it may say nothing, in milliseconds; a broker that refuses is given up
  ///     after up to 24 seconds.
  ///   - variables: More entries of its environment, such as `NAME=value`.
  ///   - hasOwnGroup: Whether it is the first of a group of processes, as what is started at a
  ///     terminal, to which ``signal(_:)`` goes then.
  /// - Throws: Why it cannot be started.
  convenience init(
    _ arguments: [String],
    home: String = Program.nowhere,
    patience: CInt = 40_000,
    variables: [String] = [],
    hasOwnGroup: Bool = false
  ) throws {
    try self.init(
      bytes: arguments.map { Array($0.utf8) },
      home: home,
      patience: patience,
      variables: variables,
      hasOwnGroup: hasOwnGroup
    )
  }

  /// Starts the program with arguments that need not be text, or another one.
  init(
    bytes arguments: [[UInt8]],
    of executable: String = Program.path,
    home: String = Program.nowhere,
    patience: CInt = 40_000,
    variables: [String] = [],
    hasOwnGroup: Bool = false
  ) throws {
    let input = try Pipe()
    let printed = try Pipe()
    let complaints = try Pipe()
    process = try spawn(
      [Array(executable.utf8)] + arguments,
      [input.reading, printed.writing, complaints.writing],
      // The sentences are compared in English, whatever the locale of who runs the tests.
      variables: ["XDG_DATA_HOME=\(home)", "XDG_CONFIG_HOME=\(home)/config"] + variables + [
        "LC_MESSAGES=C"
      ],
      hasOwnGroup: hasOwnGroup
    )
    self.hasOwnGroup = hasOwnGroup
    for end in [input.reading, printed.writing, complaints.writing] { close(end) }
    self.input = Mutex(input.writing)
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    DispatchQueue(label: "program").async {
      self.read(printed.reading, complaints.reading, patience, continuation)
    }
  }

  /// A place where no folder can be made.
  static let nowhere = "/dev/null/home"

  /// The program that was built with these tests, beside them.
  static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let path = buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:))
    let folder = path.prefix(upTo: path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return String(decoding: folder, as: UTF8.self) + "/tabletooth"
  }

  /// The engine that was built with these tests, beside them.
  static var enginePath: String { path + "-engine" }

  /// Starts the engine with `arguments`.
  static func engine(_ arguments: [String], patience: CInt = 40_000) throws -> Program {
    try Program(
      bytes: arguments.map { Array($0.utf8) },
      of: enginePath,
      patience: patience
    )
  }

  // MARK: What a person does

  /// Types `line`.
  func type(_ line: String) {
    type(bytes: Array((line + "\n").utf8))
  }

  /// Types what need not be text, nor whole lines.
  func type(bytes: [UInt8]) {
    input.withLock { input in
      guard let input else { return }
      // A program that has ended reads nothing; the tests ignore SIGPIPE.
      _ = unsafe write(input, bytes, bytes.count)
    }
  }

  /// Ends standard input.
  func endInput() {
    if let descriptor = input.withLock({ $0.take() }) { close(descriptor) }
  }

  /// Sends a signal, if the program still runs.
  func signal(_ number: CInt) {
    output.withLock { output in
      if output.code == nil { kill(hasOwnGroup ? -process : process, number) }
    }
  }

  /// Waits until a line with `text`, or one of the `others`, was printed, and returns it.
  ///
  /// The quotes around the name of a new player need not be in `text`: most tests are about
  /// something else than who is new.
  @discardableResult
  func prints(_ text: String, or others: [String] = []) async throws -> String {
    for await line in lines {
      let plain = line.replacing("\"", with: "")
      let isExpected = ([text] + others).contains { line.contains($0) || plain.contains($0) }
      if isExpected { return line }
    }
    let output = output.withLock { $0 }
    throw Silence(expected: text, printed: output.printed, complaints: output.complaints)
  }

  /// Waits for a line with `text`, and returns its last word, such as the code of a table.
  func printsWord(after text: String) async throws -> String {
    let line = try await prints(text)
    return try #require(line.split(separator: " ").last.map(String.init))
  }

  /// Waits for the next line of standard output; nil at the end.
  func nextLine() async -> String? {
    for await line in lines { return line }
    return nil
  }

  /// Waits for the end.
  func end() async -> End {
    for await _ in lines {}
    return output.withLock { End(code: $0.code ?? -1, complaints: $0.complaints) }
  }

  /// Waits for the end, and returns all lines of standard output.
  func output() async -> [String] {
    for await _ in lines {}
    return output.withLock(\.printed)
  }

  /// The moves of the only game that is kept in `home`, one after the other.
  static func record(in home: String) async throws -> String {
    let list = try Program(["games", "list", "--json"], home: home)
    #expect(await list.output().count == 1)
    return try await Program(["games", "export", "1", "--to", "pos"], home: home).output().joined()
  }

  // MARK: Reading

  private func read(
    _ printed: CInt,
    _ complaints: CInt,
    _ patience: CInt,
    _ continuation: AsyncStream<String>.Continuation
  ) {
    var open = [pollfd(printed), pollfd(complaints)]
    var texts: [[UInt8]] = [[], []]
    while open.contains(where: { $0.fd >= 0 }) {
      if unsafe poll(&open, 2, patience) == 0 { signal(SIGKILL) }
      for index in 0...1 where open[index].revents != 0 {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(open[index].fd, &buffer, buffer.count)
        guard count > 0 else {
          close(open[index].fd)
          open[index].fd = -1
          continue
        }
        texts[index] += buffer[..<count]
        for line in Self.takeLines(&texts[index]) {
          keep(line, isComplaint: index == 1)
          if index == 0 { continuation.yield(line) }
        }
      }
    }
    var status: CInt = 0
    // The lock keeps a signal from going to a process of the same number.
    output.withLock { output in
      _ = unsafe waitpid(process, &status, 0)
      output.code = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }
    endInput()
    continuation.finish()
  }

  private func keep(_ line: String, isComplaint: Bool) {
    output.withLock {
      if isComplaint { $0.complaints.append(line) } else { $0.printed.append(line) }
    }
  }

  /// Takes all whole lines off the beginning of `text`.
  private static func takeLines(_ text: inout [UInt8]) -> [String] {
    guard let end = text.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let whole = text[..<end]
    text.removeFirst(end + 1)
    return whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension pollfd {
  /// What waits for something to be read from this descriptor.
  init(_ descriptor: CInt) {
    self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }
}

/// A pair of sockets, which unlike a pipe can be made in one step so that other children do not
/// inherit it.
struct Pipe {
  let reading: CInt
  let writing: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw CallFailure(number: errno) }
    (reading, writing) = (ends[0], ends[1])
  }
}

/// A call of the system failed.
struct CallFailure: Error {
  let number: CInt
}

/// Starts the program that the first word names, with `descriptors` as its 0, 1 and 2, and these
/// entries in its environment.
private func spawn(
  _ words: [[UInt8]],
  _ descriptors: [CInt],
  variables: [String],
  hasOwnGroup: Bool
) throws -> pid_t {
  // A test that types to a program that has ended is not to end for it.
  _ = signal(SIGPIPE, SIG_IGN)
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (number, descriptor) in descriptors.enumerated() {
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
  }
  // A thread of a dispatch queue blocks most signals, and a child would inherit that.
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  let group = hasOwnGroup ? CInt(POSIX_SPAWN_SETPGROUP) : 0
  unsafe posix_spawnattr_setflags(&attributes, Int16(CInt(POSIX_SPAWN_SETSIGMASK) | group))
  var pointers = unsafe words.map { word in
    unsafe strdup(word.map(CChar.init(bitPattern:)) + [0])
  }
  unsafe pointers.append(nil)
  var surroundings = unsafe environment(with: variables)
  defer {
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    for index in unsafe surroundings.indices { unsafe free(surroundings[index]) }
  }
  var process: pid_t = 0
  let status = unsafe posix_spawn(
    &process,
    pointers[0] ?? strdup(""),
    &actions,
    &attributes,
    &pointers,
    &surroundings
  )
  guard status == 0 else { throw CallFailure(number: status) }
  return process
}

/// The environment of this process, with `entries` in place of others of their names.
private func environment(with entries: [String]) -> [UnsafeMutablePointer<CChar>?] {
  let names = entries.map { $0.prefix(through: $0.firstIndex(of: "=") ?? $0.startIndex) }
  var all = entries
  var index = 0
  while let pointer = unsafe environ[index] {
    let other = unsafe String(cString: pointer)
    if !names.contains(where: other.hasPrefix) { all.append(other) }
    index += 1
  }
  var pointers = unsafe all.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  return unsafe pointers
}
