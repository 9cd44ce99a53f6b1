public import Glibc

/// The start of another program: its streams, arguments and environment.
///
/// It has the signals of a fresh process whatever this one blocks or ignores: a thread of a
/// dispatch queue blocks most of them, and a child that inherited that could not be ended.
public struct ProgramStart {
  /// One of its standard streams.
  public enum Stream {
    /// That of this process.
    case same
    /// Nothing is read from it, and what is written is lost.
    case none
    /// This descriptor, which stays open here.
    case descriptor(CInt)
  }

  /// The signals of the terminal, such as SIGINT for control-C, that reach it.
  public enum Company {
    /// It leads a process group: control-C is not for it.
    case ownGroup
    /// It leads a session: it has no terminal either.
    case ownSession
  }

  /// `POSIX_SPAWN_SETSID` of glibc's `spawn.h`, which is no POSIX and not shown to Swift.
  private static let newSession: CInt = 0x80

  private let words: [String]
  private let company: Company

  /// Standard input.
  public var input = Stream.none
  /// Standard output.
  public var output = Stream.none
  /// Standard error.
  public var errors = Stream.same
  /// A variable of its environment besides those of this process, as `NAME=VALUE`.
  public var variable: String?

  /// The program that the first of `words` names, by a path or a name to be looked for in `PATH`,
  /// the others being its arguments.
  public init(_ words: [String], in company: Company) {
    self.words = words
    self.company = company
  }

  /// Starts it.
  ///
  /// - Returns: The number of its process, to be waited for.
  /// - Throws: ``SystemFailure``.
  public func run() throws(SystemFailure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (stream, number) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
    ] {
      switch stream {
      case .same: break
      case .none: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let own): unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setSignals(of: &attributes)
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    let addition = unsafe strdup(variable ?? "")
    defer { unsafe free(addition) }
    var variables = unsafe Self.variables(besides: variable == nil ? [] : [addition])
    var process: pid_t = 0
    let status = unsafe posix_spawnp(
      &process,
      words[0],
      &actions,
      &attributes,
      &pointers,
      &variables
    )
    guard status == 0 else { throw SystemFailure(number: status) }
    return process
  }

  /// The environment of this process besides `own` variables, with nil at its end.
  private static func variables(
    besides own: [UnsafeMutablePointer<CChar>?]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var variables = unsafe own
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    while let entry = unsafe next?.pointee {
      unsafe variables.append(entry)
      unsafe next = next?.advanced(by: 1)
    }
    return unsafe variables + [nil]
  }

  private func setSignals(of attributes: inout posix_spawnattr_t) {
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let own = company == .ownSession ? Self.newSession : CInt(POSIX_SPAWN_SETPGROUP)
    let flags = CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF) | own
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Starts it with standard input and output connected to this process.
  ///
  /// - Returns: The program and the other ends.
  /// - Throws: ``SystemFailure``.
  public consuming func runConnected() throws(SystemFailure) -> ConnectedProgram {
    let towards = try Self.connection()
    do throws(SystemFailure) {
      let back = try Self.connection()
      do throws(SystemFailure) {
        input = .descriptor(towards.reading)
        output = .descriptor(back.writing)
        let process = try run()
        close(towards.reading)
        close(back.writing)
        return ConnectedProgram(process: process, input: towards.writing, output: back.reading)
      } catch {
        close(back.reading)
        close(back.writing)
        throw error
      }
    } catch {
      close(towards.reading)
      close(towards.writing)
      throw error
    }
  }

  /// A pair of sockets, which unlike a pipe can be made close-on-exec in one step: children that
  /// start meanwhile do not inherit it.
  public static func connection() throws(SystemFailure) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SystemFailure(number: errno)
    }
    return (ends[0], ends[1])
  }
}

/// A program that was started, with the other ends of its standard input and output, which their
/// owner closes.
public struct ConnectedProgram: Sendable {
  /// The number of its process, to be waited for.
  public let process: pid_t
  /// A descriptor that feeds its standard input.
  public let input: CInt
  /// A descriptor that reads its standard output.
  public let output: CInt
}

/// The system's error for a call that failed.
public struct SystemFailure: Error, Hashable {
  /// The number of `errno`.
  public let number: CInt

  /// Its words, such as «No such file or directory».
  public var words: String { unsafe String(cString: strerror(number)) }

  /// A failure of this number.
  public init(number: CInt) { self.number = number }
}
