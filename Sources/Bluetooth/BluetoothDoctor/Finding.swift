/// What one check found, as a value: the words for it are the program's.
public enum Finding: Hashable, Sendable {
  /// Is there an adapter?
  case adapter(AdapterFinding)
  /// Is it on, and does no switch silence it?
  case power(PowerFinding)
  /// Is `bluetoothd` running?
  case daemon(DaemonFinding)
  /// Which version is it?
  case version(VersionFinding)
  /// May this user talk to it?
  case permission(PermissionFinding)
  /// Can the adapter be a peripheral?
  case hosting(HostingFinding)
  /// Can it be a central?
  case joining(JoiningFinding)
  /// What could be set otherwise?
  case setting(SettingFinding)

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
    /// Is what the program keeps of use? Programs answer this themselves.
    case data
    /// Are services found on the local network? Programs answer this themselves.
    case network
    /// How often is a service advertised?
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
    /// Bluetooth cannot be used until this is mended.
    case failure(Problem)
  }

  /// A name that stays the same in later versions, such as `adapter.missing`.
  public var code: String { "\(check.rawValue).\(kind.code)" }

  /// What was checked.
  public var check: Check { kind.check }

  /// How bad it is.
  public var verdict: Verdict { kind.verdict }

  /// The problem, if this is a failure.
  public var problem: Problem? {
    guard case .failure(let problem) = verdict else { return nil }
    return problem
  }

  private var kind: any FindingKind {
    switch self {
    case .adapter(let finding): finding
    case .power(let finding): finding
    case .daemon(let finding): finding
    case .version(let finding): finding
    case .permission(let finding): finding
    case .hosting(let finding): finding
    case .joining(let finding): finding
    case .setting(let finding): finding
    }
  }
}

/// What each kind of finding says of itself.
protocol FindingKind {
  /// The second part of its code.
  var code: String { get }
  /// What was checked.
  var check: Finding.Check { get }
  /// How bad it is.
  var verdict: Finding.Verdict { get }
}

/// The reason why Bluetooth cannot be used.
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
  /// Other programs use all its advertisements, or bluetoothd refuses them.
  case noAdvertisement
  /// What the program keeps is of no use; programs add it themselves.
  case unfitData
}
