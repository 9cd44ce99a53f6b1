internal import Phrases

/// What one check found.
public struct Finding: Hashable, Sendable {
  /// What was checked.
  public enum Check: String, Hashable, Sendable, CaseIterable {
    /// Is there an adapter?
    case adapter
    /// Is it on, and does no switch silence it?
    case power
    /// Is `bluetoothd` running?
    case daemon = "bluetoothd"
    /// Which version is it?
    case version
    /// May this user talk to it?
    case permission
    /// Can the adapter be a peripheral, which hosting needs?
    case hosting
    /// Can it be a central, which joining needs?
    case joining
    /// Can others find it over Bluetooth classic, which guests may then try?
    case discoverable
    /// Can what must survive the program be kept and read?
    case data
    /// How often is a table advertised?
    case advertising
    /// How often do two computers talk on a link?
    case interval
    /// How large may a packet be?
    case mtu
    /// Does BlueZ keep packets in order?
    case order
    /// How soon is a link given up?
    case timeout = "time-out"
    /// What may a phone's owner see?
    case phones
  }

  /// How bad it is.
  public enum Verdict: Hashable, Sendable {
    /// As it should be.
    case fine
    /// Good to know; nothing has to be done.
    case note
    /// Nobody can host or join here until this is mended.
    case failure(Problem)
  }

  /// What was checked.
  public let check: Check
  /// How bad it is.
  public let verdict: Verdict
  /// What is, in one line.
  public let fact: String
  /// What to type or do, in one line.
  public let remedy: String?

  /// The problem, if this is a failure.
  public var problem: Problem? {
    guard case .failure(let problem) = verdict else { return nil }
    return problem
  }

  static func fine(_ check: Check, _ fact: String) -> Finding {
    Finding(check: check, verdict: .fine, fact: fact, remedy: nil)
  }

  static func note(_ check: Check, _ fact: String, remedy: String? = nil) -> Finding {
    Finding(check: check, verdict: .note, fact: fact, remedy: remedy)
  }

  static func failure(
    _ check: Check,
    _ problem: Problem,
    _ fact: String,
    remedy: String
  ) -> Finding {
    Finding(check: check, verdict: .failure(problem), fact: fact, remedy: remedy)
  }

  /// What keeps the program from using what must survive it, and what to do about that.
  public static func unfitData(_ fact: String, remedy: String) -> Finding {
    failure(.data, .unfitData, fact, remedy: remedy)
  }

  /// The finding as plain text, without the end of the last line.
  public var text: String {
    let mark =
      switch verdict {
      case .fine: "ok   "
      case .note: "note "
      case .failure: "FAIL "
      }
    let line = "\(mark) \(check.rawValue): \(fact)"
    return remedy.map { say("\(line)\n  do: \($0)") } ?? line
  }
}

/// The reason why nobody can host or join here.
public enum Problem: Hashable, Sendable, CaseIterable {
  /// There is no adapter.
  case noAdapter
  /// A switch silences the adapter.
  case adapterBlocked
  /// `bluetoothd` does not run.
  case noDaemon
  /// This user may not talk to it.
  case noPermission
  /// The adapter cannot be a peripheral.
  case noPeripheralRole
  /// Other programs use all its advertisements.
  case noAdvertisement
  /// What must survive the program cannot be kept or read.
  case unfitData

  /// The exit code of the program.
  public var exitCode: Int32 {
    switch self {
    case .noAdapter, .adapterBlocked, .noDaemon, .noPermission, .noPeripheralRole,
      .noAdvertisement:
      10
    case .unfitData: 41
    }
  }
}
