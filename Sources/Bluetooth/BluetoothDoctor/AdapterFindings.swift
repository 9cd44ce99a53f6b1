public import BlueZ

/// The answer to the question whether there is an adapter.
public enum AdapterFinding: Hashable, Sendable {
  /// There is one that can be used; the address is empty if it is not known.
  case found(name: String, address: String)
  /// There is one that can be used, but the first one cannot host.
  case instead(name: String, address: String, of: String)
  /// A switch silences the radio, which has unplugged it.
  case blocked(Blockade)
  /// The adapter that was asked for is not there, but these are.
  case otherName(wanted: String, names: [String])
  /// bluetoothd cannot be asked, and the kernel does not say.
  case unknown(HCIError)
  /// The kernel has no Bluetooth for this process.
  case noBluetooth
  /// bluetoothd offers none, and the kernel does not say why.
  case notOffered(HCIError)
  /// The computer has none that Linux can use.
  case missing
  /// The kernel cannot use the controller of this name: firmware or settings are missing.
  case raw(String)
  /// The kernel has the controller of this name, and bluetoothd does not offer it.
  case ignored(String)
}

extension AdapterFinding: FindingKind {
  var check: Finding.Check { .adapter }

  var code: String {
    switch self {
    case .found: "found"
    case .instead: "instead"
    case .blocked: "blocked"
    case .otherName: "other-name"
    case .unknown: "unknown"
    case .noBluetooth: "no-bluetooth"
    case .notOffered: "not-offered"
    case .missing: "missing"
    case .raw: "raw"
    case .ignored: "ignored"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .found: .fine
    case .instead, .unknown: .note
    case .blocked: .failure(.adapterBlocked)
    case .otherName, .noBluetooth, .notOffered, .missing, .raw, .ignored: .failure(.noAdapter)
    }
  }
}

/// The answer to the question whether the adapter is on.
public enum PowerFinding: Hashable, Sendable {
  /// The adapter of this name is on.
  case on(String)
  /// The adapter of this name is off, and programs can switch it on.
  case off(String)
  /// The controller of this name is off, and bluetoothd switches it on when it starts.
  case offInKernel(String)
  /// A switch silences it.
  case blocked(Blockade)
}

extension PowerFinding: FindingKind {
  var check: Finding.Check { .power }

  var code: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .offInKernel: "off-in-kernel"
    case .blocked: "blocked"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .on: .fine
    case .off, .offInKernel: .note
    case .blocked: .failure(.adapterBlocked)
    }
  }
}

/// A switch that silences a radio.
public struct Blockade: Hashable, Sendable {
  /// The name of the adapter, or of the computer's own switch.
  public let name: String
  /// True if software cannot free it.
  public let isHard: Bool
}

/// The answer to the question whether the adapter can be a peripheral.
public enum HostingFinding: Hashable, Sendable {
  /// The adapter of this name can; so many advertisements are free.
  case possible(name: String, free: Int)
  /// The controller has no Bluetooth LE.
  case noLE(name: String)
  /// The adapter has only these roles.
  case noRole(name: String, roles: [String])
  /// bluetoothd takes no services for the adapter.
  case noServices(name: String)
  /// bluetoothd does not advertise on the adapter.
  case noAdvertising(name: String)
  /// Other programs use all advertisements of the adapter.
  case noneFree(name: String)
  /// bluetoothd refused a service.
  case refused(BlueZError)
  /// bluetoothd refused an advertisement.
  case notAdvertised(BlueZError)
}

extension HostingFinding: FindingKind {
  var check: Finding.Check { .hosting }

  var code: String {
    switch self {
    case .possible: "possible"
    case .noLE: "no-le"
    case .noRole: "no-role"
    case .noServices: "no-services"
    case .noAdvertising: "no-advertising"
    case .noneFree: "none-free"
    case .refused: "refused"
    case .notAdvertised: "not-advertised"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .possible: .fine
    case .noneFree, .notAdvertised: .failure(.noAdvertisement)
    case .noLE, .noRole, .noServices, .noAdvertising, .refused: .failure(.noPeripheralRole)
    }
  }
}

/// The answer to the question whether the adapter can be a central.
public enum JoiningFinding: Hashable, Sendable {
  /// The adapter of this name can.
  case possible(name: String)
  /// The adapter of this name cannot.
  case noRole(name: String)
}

extension JoiningFinding: FindingKind {
  var check: Finding.Check { .joining }

  var code: String {
    switch self {
    case .possible: "possible"
    case .noRole: "no-role"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .possible: .fine
    case .noRole: .note
    }
  }
}
