/// What is known of avahi-daemon.
public struct DaemonStatus: Hashable, Sendable {
  /// The phase of its life.
  public enum State: Hashable, Sendable {
    /// It is not running.
    case absent
    /// It makes sure that its host name is free.
    case starting
    /// It works.
    case running
    /// Another computer has its host name; it takes another one.
    case hostNameTaken
    /// It has failed, and does nothing any longer.
    case failed
  }

  /// The phase.
  public var state: State
  /// Its version, such as `avahi 0.8`; empty if it is not running.
  public var version: String
  /// Its host name without a domain; empty if it is not running.
  public var hostName: String

  /// What is known of an avahi-daemon.
  public init(state: State, version: String, hostName: String) {
    (self.state, self.version, self.hostName) = (state, version, hostName)
  }

  /// An avahi-daemon that is not running.
  public static let absent = DaemonStatus(state: .absent, version: "", hostName: "")
}
