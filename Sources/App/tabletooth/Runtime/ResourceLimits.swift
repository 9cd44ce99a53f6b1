internal import BoardUI
internal import CMalloc
internal import Glibc
internal import Phrases

/// The open files and the memory that the system allows this process (getrlimit(2)).
enum ResourceLimits {
  /// The files that a table with 64 guests, its games, a broker and an engine have open.
  private static let fewestFiles: rlim_t = 128
  /// The files that are allowed if the system lets the program choose.
  private static let enoughFiles: rlim_t = 1_024
  /// The least address space, in bytes: the robot's tables, the threads and the libraries.
  private static let leastMemory: rlim_t = 256 << 20

  /// Has all threads use one heap.
  ///
  /// With one each, what a thread hands on to another stays in the heap of the first: 8 MB when a
  /// file is sent.
  static func shareHeap() { mallopt(M_ARENA_MAX, 1) }

  /// Takes as much as the system lets the program choose.
  ///
  /// - Throws: `ExitReason` if that is too little to run: the libraries would end the program
  ///   without a word later, or wait for ever.
  static func check() throws(ExitReason) {
    let files = raised(Int(RLIMIT_NOFILE.rawValue), to: enoughFiles)
    let memory = raised(Int(RLIMIT_AS.rawValue), to: .max)
    if let trouble = trouble(files: files, memory: memory) { throw trouble }
  }

  /// The reason why the program cannot run with these limits; nil if it can.
  static func trouble(files: rlim_t, memory: rlim_t) -> ExitReason? {
    if files < fewestFiles {
      return ExitReason(
        .notSaved,
        say("the system allows this program only \(files) open files, and it needs \(fewestFiles)"),
        say("run ulimit -n \(enoughFiles), or ask your administrator to")
      )
    }
    guard memory < leastMemory else { return nil }
    return ExitReason(
      .notSaved,
      say(
        """
        the system allows this program only \(memory >> 20) MB of address space, and it needs \
        \(leastMemory >> 20)
        """
      ),
      say("run ulimit -v unlimited, or ask your administrator to")
    )
  }

  /// The limit of a resource, after it was raised to `wanted` or as far as may be.
  private static func raised(_ resource: Int, to wanted: rlim_t) -> rlim_t {
    var limit = rlimit()
    let number = __rlimit_resource_t(UInt32(resource))
    guard unsafe getrlimit(number, &limit) == 0 else { return .max }
    let possible = min(wanted, limit.rlim_max)
    guard limit.rlim_cur < possible else { return limit.rlim_cur }
    let before = limit.rlim_cur
    limit.rlim_cur = possible
    return unsafe setrlimit(number, &limit) == 0 ? possible : before
  }
}
