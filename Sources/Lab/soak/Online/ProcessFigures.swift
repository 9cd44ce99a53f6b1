import Glibc

/// The kernel's figures of a process at a moment: `/proc/ID`.
struct ProcessFigures {
  /// The memory that it has, in bytes.
  var memory = 0
  /// The time that it has computed.
  var computed = Duration.zero
  /// The number of descriptors that are open.
  var descriptors = 0
  /// The number of pieces its memory has, of at most 65,530 (`vm.max_map_count`).
  var mappings = 0

  /// The figures of `process`; zeros if it is gone.
  init(_ process: pid_t) {
    memory = Self.number(after: "VmRSS:", in: Self.text("/proc/\(process)/status")) * 1_024
    descriptors = Self.count("/proc/\(process)/fd")
    mappings = Self.text("/proc/\(process)/maps").utf8.count { $0 == UInt8(ascii: "\n") }
    // The name, in brackets, may have spaces; utime and stime are the 12th and 13th after it.
    let fields = Self.text("/proc/\(process)/stat").split(separator: ")").last?.split(
      separator: " "
    )
    let ticks = fields.map { $0.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +) } ?? 0
    computed = .seconds(ticks) / Int(sysconf(CInt(_SC_CLK_TCK)))
  }

  /// The number of descriptors this process, and those that it starts, may have: as many as the
  /// hard limit allows, from now on.
  static func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// The number in the first line of the file at `path`; nil if there is none.
  static func number(in path: String) -> Int? {
    text(path).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
  }

  private static func number(after name: String, in text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private static func text(_ path: String) -> String {
    guard let stream = unsafe fopen(path, "r") else { return "" }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe fread(&buffer, 1, buffer.count, stream), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func count(_ folder: String) -> Int {
    guard let stream = unsafe opendir(folder) else { return 0 }
    defer { unsafe closedir(stream) }
    var count = -2  // Itself and the one above.
    while unsafe readdir(stream) != nil { count += 1 }
    return max(0, count)
  }
}
