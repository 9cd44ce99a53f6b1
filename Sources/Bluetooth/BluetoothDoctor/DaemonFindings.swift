/// The answer to the question whether bluetoothd is running.
public enum DaemonFinding: Hashable, Sendable {
  /// It is.
  case running
  /// It is not, and nothing starts it; the bus is that of the system, or another one.
  case absent(isSystemBus: Bool)
  /// It is running, and does not answer.
  case silent
  /// The bus cannot be reached, for this reason.
  case noBus(String, isSystemBus: Bool)
}

extension DaemonFinding: FindingKind {
  var check: Finding.Check { .daemon }

  var code: String {
    switch self {
    case .running: "running"
    case .absent: "absent"
    case .silent: "silent"
    case .noBus: "no-bus"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .running: .fine
    case .absent, .silent, .noBus: .failure(.noDaemon)
    }
  }
}

/// The answer to the question for the version of bluetoothd.
public enum VersionFinding: Hashable, Sendable {
  /// It is this one.
  case known(DaemonVersion)
  /// It does not say.
  case hidden
  /// It has a fault that a later release mends.
  case faulty(DaemonVersion)
}

extension VersionFinding: FindingKind {
  var check: Finding.Check { .version }

  var code: String {
    switch self {
    case .known: "known"
    case .hidden: "hidden"
    case .faulty: "faulty"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .known: .fine
    case .hidden, .faulty: .note
    }
  }
}

/// The answer to the question whether the user may talk to bluetoothd.
public enum PermissionFinding: Hashable, Sendable {
  /// Nothing forbids it.
  case granted(User)
  /// The bus does not let the user in.
  case busClosed(User)
  /// A filter on the way to the bus, such as Flatpak's proxy, hides bluetoothd, if it is running.
  case hidden
  /// The bus does not let the user talk to bluetoothd.
  case denied(User)
  /// The bus does not let the user call this interface.
  case interfaceDenied(String, User)
  /// The bus does not let bluetoothd see what the user offers.
  case unseen(User)
}

extension PermissionFinding: FindingKind {
  var check: Finding.Check { .permission }

  var code: String {
    switch self {
    case .granted: "granted"
    case .busClosed: "bus-closed"
    case .hidden: "hidden"
    case .denied: "denied"
    case .interfaceDenied: "interface-denied"
    case .unseen: "unseen"
    }
  }

  var verdict: Finding.Verdict {
    switch self {
    case .granted: .fine
    case .busClosed, .hidden, .denied, .interfaceDenied, .unseen: .failure(.noPermission)
    }
  }
}

/// A setting that is good to know; each line is that of `main.conf`, if there is one.
public enum SettingFinding: Hashable, Sendable {
  /// The adapter of this name is discoverable over Bluetooth classic, which others may try.
  case discoverable(name: String)
  /// Services are advertised as often as a program wants.
  case advertisesAsAsked
  /// Services are advertised in this interval, in milliseconds.
  case advertises(every: Double, line: Int?)
  /// A central asks for a packet in this interval, in milliseconds.
  case interval(shortest: Double, longest: Double, line: Int?)
  /// Packets of this many bytes are asked for.
  case mtu(Int, line: Int?)
  /// bluetoothd sends on so many channels, out of order.
  case channels(Int)
  /// A link is given up after 420 ms of silence.
  case shortTimeout
  /// bluetoothd reads the services of whoever connects, so that phones ask their owners to pair.
  case looksAtGuests
}

extension SettingFinding: FindingKind {
  var check: Finding.Check {
    switch self {
    case .discoverable: .discoverable
    case .advertisesAsAsked, .advertises: .advertising
    case .interval: .interval
    case .mtu: .mtu
    case .channels: .order
    case .shortTimeout: .timeout
    case .looksAtGuests: .phones
    }
  }

  var code: String {
    switch self {
    case .discoverable: "on"
    case .advertisesAsAsked: "as-asked"
    case .advertises: verdict == .fine ? "quick" : "slow"
    case .interval: verdict == .fine ? "quick" : "slow"
    case .mtu: verdict == .fine ? "largest" : "smaller"
    case .channels: "several-channels"
    case .shortTimeout: "short"
    case .looksAtGuests: "pairing"
    }
  }

  var verdict: Finding.Verdict {
    let isFine =
      switch self {
      case .advertisesAsAsked: true
      case .advertises(let interval, _): interval <= 150
      case .interval(_, let longest, _): longest <= 20
      case .mtu(let mtu, _): mtu >= 517
      default: false
      }
    return isFine ? .fine : .note
  }
}
