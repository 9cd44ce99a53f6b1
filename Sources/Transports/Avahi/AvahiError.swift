internal import DBus

/// The reason why nothing can be published, or looked for.
public enum AvahiError: Error, Hashable, Sendable {
  /// Nobody owns `org.freedesktop.Avahi`: avahi-daemon is not running, or has stopped.
  case notRunning
  /// The settings of avahi-daemon forbid programs to publish.
  case publishingDisabled
  /// The policy of the bus forbids this user to talk to avahi-daemon: the bus's words.
  case notPermitted(String)
  /// There is no system bus at this address: the words of libdbus.
  case noBus(address: String, words: String)
  /// The connection to the bus was closed.
  case disconnected
  /// The name, and all of the names that avahi-daemon proposed in its place, are taken.
  case nameTaken(String)
  /// There was no answer within this time.
  case timedOut(Duration)
  /// The task that waited was cancelled.
  case cancelled
  /// avahi-daemon refuses: the name of its error, such as
  /// `org.freedesktop.Avahi.InvalidServiceTypeError`, and its words.
  case refused(name: String, words: String)

  /// The error that D-Bus describes.
  init(_ error: BusError) {
    switch error {
    case .remote(let name, let text): self = Self.named(name, text)
    case .timedOut(let limit): self = .timedOut(limit)
    case .cancelled: self = .cancelled
    case .disconnected: self = .disconnected
    case .unreachable(let address, _, let text): self = .noBus(address: address, words: text)
    case .invalidText, .invalidValue, .descriptorsUnsupported, .alreadyExported, .unexpectedReply:
      self = .refused(name: BusError.Name.invalidArguments, words: "\(error)")
    }
  }

  private static func named(_ name: String, _ text: String) -> AvahiError {
    switch name {
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner, BusError.Name.noReply:
      .notRunning
    case BusError.Name.accessDenied: .notPermitted(text)
    case AvahiName.notPermitted: .publishingDisabled
    default: .refused(name: name, words: text)
    }
  }
}

extension AvahiError: CustomStringConvertible {
  /// The reason, as a sentence for a person, without a full stop.
  public var description: String {
    switch self {
    case .notRunning: "avahi-daemon is not running; type systemctl start avahi-daemon"
    case .publishingDisabled:
      "avahi-daemon may not publish; see disable-publishing in /etc/avahi/avahi-daemon.conf"
    case .notPermitted(let words): "this user may not talk to avahi-daemon: \(words)"
    case .noBus(let address, let words): "there is no D-Bus at \(address): \(words)"
    case .disconnected: "the connection to D-Bus was closed"
    case .nameTaken(let name): "all names like \(name) are taken on this network"
    case .timedOut(let limit): "avahi-daemon did not answer within \(limit)"
    case .cancelled: "the task was cancelled"
    case .refused(let name, let words): "avahi-daemon reports \(name): \(words)"
    }
  }
}
