public import DBus

/// Why something failed: a case for each error name of BlueZ, and for each way not to reach it.
public enum BlueZError: Error, Hashable, Sendable {
  // MARK: Errors that bluetoothd names

  /// `Failed`, the most common name; the text is all that tells the causes apart.
  case failed(String)
  /// `Rejected`
  case rejected(String)
  /// `Canceled`
  case canceled(String)
  /// `InvalidArguments`
  case invalidArguments(String)
  /// `AlreadyExists`
  case alreadyExists(String)
  /// `DoesNotExist`
  case doesNotExist(String)
  /// `InProgress`
  case inProgress(String)
  /// `AlreadyConnected`
  case alreadyConnected(String)
  /// `NotConnected`
  case notConnected(String)
  /// `NotSupported`
  case notSupported(String)
  /// `NotAuthorized`
  case notAuthorized(String)
  /// `NotAvailable`
  case notAvailable(String)
  /// `NotReady`: the adapter is off.
  case notReady(String)
  /// `NotPermitted`
  case notPermitted(String)
  /// `NoSuchAdapter`
  case noSuchAdapter(String)
  /// `AgentNotAvailable`
  case agentNotAvailable(String)
  /// `InvalidOffset`
  case invalidOffset(String)
  /// `InvalidValueLength`
  case invalidValueLength(String)
  /// `InvalidLength`
  case invalidLength(String)
  /// `AuthenticationCanceled`
  case authenticationCanceled(String)
  /// `AuthenticationFailed`
  case authenticationFailed(String)
  /// `AuthenticationRejected`
  case authenticationRejected(String)
  /// `AuthenticationTimeout`
  case authenticationTimeout(String)
  /// `ConnectionAttemptFailed`
  case connectionAttemptFailed(String)
  /// `Blocked`: the radio is switched off (rfkill).
  case blocked(String)
  /// `Busy`
  case busy(String)
  /// Another name below `org.bluez.Error`, of a version newer than this library.
  case other(name: String, text: String)

  // MARK: Ways not to reach bluetoothd

  /// Nobody owns `org.bluez`: bluetoothd is not running.
  case notRunning
  /// Nobody owns `org.bluez` any more: bluetoothd was there since the connection was opened.
  case gone
  /// The bus's policy forbids talking to bluetoothd.
  case accessDenied(String)
  /// The object is gone, as devices are when they were not seen for a while.
  case objectGone(String)
  /// bluetoothd did not answer in time.
  case timedOut(Duration)
  /// The task that waited was cancelled.
  case cancelled
  /// The bus itself fails.
  case bus(BusError)
  /// bluetoothd answered with something else than its interface promises.
  case unexpectedReply(String)

  /// What happened, from what D-Bus says of it.
  public init(_ error: BusError) {
    switch error {
    case .remote(let name, let text): self = Self.named(name, text) ?? .bus(error)
    case .timedOut(let limit): self = .timedOut(limit)
    case .cancelled: self = .cancelled
    case .disconnected, .unreachable, .invalidText, .invalidValue, .descriptorsUnsupported,
      .unexpectedReply, .alreadyExported:
      self = .bus(error)
    }
  }

  /// Whether bluetoothd tried Bluetooth classic, where the other device offers nothing of ours.
  public var isAboutClassic: Bool {
    switch self {
    case .failed(let text), .notAvailable(let text): text.hasPrefix("br-connection-")
    case .rejected, .canceled, .invalidArguments, .alreadyExists, .doesNotExist, .inProgress,
      .alreadyConnected, .notConnected, .notSupported, .notAuthorized, .notReady, .notPermitted,
      .noSuchAdapter, .agentNotAvailable, .invalidOffset, .invalidValueLength, .invalidLength,
      .authenticationCanceled, .authenticationFailed, .authenticationRejected,
      .authenticationTimeout, .connectionAttemptFailed, .blocked, .busy, .other, .notRunning, .gone,
      .accessDenied, .objectGone, .timedOut, .cancelled, .bus, .unexpectedReply:
      false
    }
  }

  private static func named(_ name: String, _ text: String) -> BlueZError? {
    switch name {
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner, BusError.Name.noReply:
      return .notRunning
    // What the bus says when it knows how to start bluetoothd, and that fails.
    case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn"):
      return .notRunning
    case "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.systemd1.UnitMasked",
      "org.freedesktop.DBus.Error.TimedOut":
      return .notRunning
    case BusError.Name.accessDenied:
      return .accessDenied(text)
    case BusError.Name.unknownObject, BusError.Name.unknownMethod,
      BusError.Name.unknownInterface:
      return .objectGone(text)
    case _ where name.hasPrefix(BlueZName.errorPrefix):
      let short = String(name.dropFirst(BlueZName.errorPrefix.count))
      return cases[short].map { $0(text) } ?? .other(name: name, text: text)
    default:
      return nil
    }
  }

  private static let cases: [String: @Sendable (String) -> BlueZError] = [
    "Failed": { .failed($0) },
    "Rejected": { .rejected($0) },
    "Canceled": { .canceled($0) },
    "InvalidArguments": { .invalidArguments($0) },
    "AlreadyExists": { .alreadyExists($0) },
    "DoesNotExist": { .doesNotExist($0) },
    "InProgress": { .inProgress($0) },
    "AlreadyConnected": { .alreadyConnected($0) },
    "NotConnected": { .notConnected($0) },
    "NotSupported": { .notSupported($0) },
    "NotAuthorized": { .notAuthorized($0) },
    "NotAvailable": { .notAvailable($0) },
    "NotReady": { .notReady($0) },
    "NotPermitted": { .notPermitted($0) },
    "NoSuchAdapter": { .noSuchAdapter($0) },
    "AgentNotAvailable": { .agentNotAvailable($0) },
    "InvalidOffset": { .invalidOffset($0) },
    "InvalidValueLength": { .invalidValueLength($0) },
    "InvalidLength": { .invalidLength($0) },
    "AuthenticationCanceled": { .authenticationCanceled($0) },
    "AuthenticationFailed": { .authenticationFailed($0) },
    "AuthenticationRejected": { .authenticationRejected($0) },
    "AuthenticationTimeout": { .authenticationTimeout($0) },
    "Blocked": { .blocked($0) },
    "Busy": { .busy($0) },
    "ConnectionAttemptFailed": { .connectionAttemptFailed($0) },
  ]
}
