package import DBus

/// The reason why something failed: a case for each error name of BlueZ, and for each way not to
/// reach it.
public enum BlueZError: Error, Hashable, Sendable {
  // MARK: Errors that bluetoothd names, called as there

  /// `Failed`, the most common name; the text is all that tells the causes apart.
  case failed(String)
  /// `Rejected`: a person, or the other device, has said no.
  case rejected(String)
  /// `Canceled`: a person, or another program, has called it off.
  case canceled(String)
  /// `InvalidArguments`: bluetoothd cannot use what it was sent.
  case invalidArguments(String)
  /// `AlreadyExists`: it was registered, or paired, before.
  case alreadyExists(String)
  /// `DoesNotExist`: there is no such service, characteristic, descriptor or registration.
  case doesNotExist(String)
  /// `InProgress`: the same is under way, for this program or for another one.
  case inProgress(String)
  /// `AlreadyConnected`: the link is up.
  case alreadyConnected(String)
  /// `NotConnected`: the link is down.
  case notConnected(String)
  /// `NotSupported`: the device, or this bluetoothd, cannot do it.
  case notSupported(String)
  /// `NotAuthorized`: the device lets only some centrals do it.
  case notAuthorized(String)
  /// `NotAvailable`: the device has no such service over the bearer that was tried.
  case notAvailable(String)
  /// `NotReady`: the adapter is off.
  case notReady(String)
  /// `NotPermitted`: the characteristic does not allow it, at least without pairing.
  case notPermitted(String)
  /// `NoSuchAdapter`: there is no controller of this name.
  case noSuchAdapter(String)
  /// `AgentNotAvailable`: nobody answers questions about pairing.
  case agentNotAvailable(String)
  /// `InvalidOffset`: the value ends before the offset.
  case invalidOffset(String)
  /// `InvalidValueLength`: the characteristic takes no value of this length.
  case invalidValueLength(String)
  /// `InvalidLength`: an advertisement, or a value, is too long.
  case invalidLength(String)
  /// `AuthenticationCanceled`: one of the two has given up pairing.
  case authenticationCanceled(String)
  /// `AuthenticationFailed`: the two do not pair, such as after a wrong number.
  case authenticationFailed(String)
  /// `AuthenticationRejected`: the other device does not want to pair.
  case authenticationRejected(String)
  /// `AuthenticationTimeout`: nobody answered in time.
  case authenticationTimeout(String)
  /// `ConnectionAttemptFailed`: the device did not answer while pairing began.
  case connectionAttemptFailed(String)
  /// `Blocked`: the radio is switched off (rfkill).
  case blocked(String)
  /// `Busy`: the controller, or bluetoothd, has something else to do.
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
  /// The link to the device went down while it was used.
  case connectionLost
  /// More came than was read: so many elements waited, and the next had no place.
  case tooSlow(Int)
  /// A characteristic has a value that its profile does not allow.
  case malformed(BluetoothUUID, [UInt8])
  /// bluetoothd did not answer in time, or a limit of the caller's was over.
  case timedOut(Duration)
  /// The task that waited was cancelled.
  case cancelled
  /// The bus itself fails.
  case bus(BusFailure)
  /// bluetoothd answered with something else than its interface promises.
  case unexpectedReply(String)

  /// Makes the error that D-Bus describes.
  package init(_ error: BusError) {
    switch error {
    case .remote(let name, let text):
      self = Self.named(name, text) ?? .bus(.remote(name: name, text: text))
    case .timedOut(let limit): self = .timedOut(limit)
    case .cancelled: self = .cancelled
    case .disconnected: self = .bus(.disconnected)
    case .unreachable(let address, let name, let text):
      self = .bus(.unreachable(address: address, name: name, text: text))
    case .invalidText, .invalidValue, .descriptorsUnsupported, .alreadyExported:
      self = .bus(.unsendable("\(error)"))
    case .unexpectedReply(let signature, let expected):
      self = .unexpectedReply("\(signature) in place of \(expected)")
    }
  }

  /// True if bluetoothd tried Bluetooth classic, where the other device offers nothing of ours.
  public var isAboutClassic: Bool {
    switch self {
    // An attempt that somebody ends is called so, over LE too.
    case .failed("br-connection-canceled"): false
    case .failed(let text), .notAvailable(let text): text.hasPrefix("br-connection-")
    default: false
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
    case _ where name.hasPrefix(BlueZErrorName.prefix):
      let known = BlueZErrorName(fullName: name).flatMap { cases[$0] }
      return known.map { $0(text) } ?? .other(name: name, text: text)
    default:
      return nil
    }
  }

  private static let cases: [BlueZErrorName: @Sendable (String) -> BlueZError] = [
    .failed: { .failed($0) },
    .rejected: { .rejected($0) },
    .canceled: { .canceled($0) },
    .invalidArguments: { .invalidArguments($0) },
    .alreadyExists: { .alreadyExists($0) },
    .doesNotExist: { .doesNotExist($0) },
    .inProgress: { .inProgress($0) },
    .alreadyConnected: { .alreadyConnected($0) },
    .notConnected: { .notConnected($0) },
    .notSupported: { .notSupported($0) },
    .notAuthorized: { .notAuthorized($0) },
    .notAvailable: { .notAvailable($0) },
    .notReady: { .notReady($0) },
    .notPermitted: { .notPermitted($0) },
    .noSuchAdapter: { .noSuchAdapter($0) },
    .agentNotAvailable: { .agentNotAvailable($0) },
    .invalidOffset: { .invalidOffset($0) },
    .invalidValueLength: { .invalidValueLength($0) },
    .invalidLength: { .invalidLength($0) },
    .authenticationCanceled: { .authenticationCanceled($0) },
    .authenticationFailed: { .authenticationFailed($0) },
    .authenticationRejected: { .authenticationRejected($0) },
    .authenticationTimeout: { .authenticationTimeout($0) },
    .blocked: { .blocked($0) },
    .busy: { .busy($0) },
    .connectionAttemptFailed: { .connectionAttemptFailed($0) },
  ]
}
