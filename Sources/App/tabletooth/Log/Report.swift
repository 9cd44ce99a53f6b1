internal import BlueZ
internal import BluetoothDoctor
internal import BoardUI
internal import BrokerTransport
internal import CommonOptions
internal import DoctorText
internal import Glibc
internal import MatchProtocol
internal import Phrases
internal import ProcessIO
internal import TOML

/// A report for a developer, in one file: versions, findings, settings, and the end of the log.
struct Report {
  let diagnosis: Diagnosis
  let facts: Facts
  /// The measurement of a link, if there is one.
  let measurement: LinkMeasurement?
  /// The environment of the program.
  let environment: Environment

  /// The number of bytes of the end of the log that are included.
  private static let longestLog = 256 * 1_024

  /// Writes the report into a new file at `path`, which only its owner can read.
  ///
  /// - Throws: `ExitReason` where that cannot be done, or a file is there already.
  func write(to path: String) throws(ExitReason) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path) }
    defer { close(descriptor) }
    guard StandardStreams.write(text, to: descriptor) else { throw .unwritable(path) }
  }

  private var text: String {
    let versions = ProtocolVersion.supported
    let bluez = facts.adapter?.version.map { ", BlueZ \($0)" } ?? ""
    let sections: [(title: String, text: String?)] = [
      (say("Findings"), diagnosis.text),
      (say("The connection"), measurement?.text),
      (say("Adapters"), controllers),
      (say("Settings"), settings),
      (say("Latest log entries"), log),
    ]
    let head = """
      Tabletooth \(Version.text), protocol \(versions.lowerBound) to \(versions.upperBound)\(bluez)
      \(System.text)
      \(Timestamp.now.utc)

      """
    return head
      + sections.compactMap { section in
        section.text.map { "\n== \(section.title)\n\($0)" }
      }.joined()
  }

  /// The file of settings; nil if there is none.
  private var settings: String? {
    environment.settingsPath.flatMap { Self.tail(of: $0) }.map(Self.settings)
  }

  /// The values in a file of settings, without comments and the passwords of brokers: the report is
  /// for others.
  static func settings(in text: String) -> String {
    do throws(TOMLFile.Broken) {
      return try TOMLFile(text).entries.map { entry in
        let value =
          switch entry.value {
          case .string(let text): "\"\(withoutPassword(text))\""
          case .integer(let number): "\(number)"
          case .boolean(let isOn): "\(isOn)"
          case .other: "…"
          }
        return "\(entry.key) = \(value)\n"
      }.joined()
    } catch {
      // Nothing tells where a password ends in such a file, and toml++ may repeat one.
      return say("line \(error.line) is not TOML") + "\n"
    }
  }

  private static func withoutPassword(_ text: String) -> String {
    guard text.contains("@") else { return text }
    // Of what is no list of brokers, nothing tells where a password begins.
    return BrokerList(text) == nil ? "…" : BrokerText.hidingPasswords(text)
  }

  private var controllers: String {
    switch facts.kernel {
    case .success(let controllers):
      controllers.map { "\($0.name): up \($0.isUp), LE \($0.supportsLE.map { "\($0)" } ?? "?")\n" }
        .joined()
    case .failure(let error): Diagnosis.words(for: error) + "\n"
    }
  }

  /// The log of the last matches; nil where there is none.
  private var log: String? {
    guard let path = try? PlayerData.log(in: environment) else { return nil }
    return Self.tail(of: path)
  }

  /// The end of the file at `path`, nil where there is none: of a long one, whole lines only.
  fileprivate static func tail(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let start = max(0, Int(status.st_size) - longestLog)
    var bytes = [UInt8](repeating: 0, count: longestLog)
    let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(start))
    guard count > 0 else { return nil }
    let end = bytes.prefix(count)
    let whole = start == 0 ? end : end.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    return String(decoding: whole, as: UTF8.self)
  }
}

/// The computer, as it tells of itself.
private enum System {
  static var text: String {
    var names = utsname()
    unsafe uname(&names)
    let kernel = unsafe withUnsafeBytes(of: names.release) { unsafe word($0) }
    let machine = unsafe withUnsafeBytes(of: names.machine) { unsafe word($0) }
    return "\(distribution), Linux \(kernel), \(machine)"
  }

  /// The name of the distribution in `/etc/os-release`.
  private static var distribution: String {
    let lines = Report.tail(of: "/etc/os-release") ?? ""
    let mark = "PRETTY_NAME="
    let line = lines.split(separator: "\n").first { $0.hasPrefix(mark) }
    return line.map { $0.dropFirst(mark.count).filter { $0 != "\"" } } ?? "?"
  }

  private static func word(_ bytes: UnsafeRawBufferPointer) -> String {
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
