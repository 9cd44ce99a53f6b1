/// What is known of the local network, on which avahi-daemon publishes tables and finds them.
public struct NetworkFacts: Hashable, Sendable {
  /// What there is of avahi-daemon.
  public enum Daemon: Hashable, Sendable {
    /// It is not installed.
    case missing
    /// It does not run.
    case stopped
    /// The policy of the bus forbids this user to talk to it.
    case forbidden
    /// It runs, in this version.
    case running(String)
  }

  /// A table that was found.
  public struct Table: Hashable, Sendable {
    /// Its name, of which no character can steer the terminal.
    public let title: String
    /// One of its addresses, such as `192.168.1.5:21588`.
    public let place: String

    /// A table of this name at this place.
    public init(title: String, place: String) { (self.title, self.place) = (title, place) }
  }

  /// What there is of avahi-daemon.
  public let daemon: Daemon
  /// True if programs may publish.
  public var mayPublish = true
  /// True if avahi-daemon answers what this computer asks by multicast; nil if that was not asked.
  public var answersMulticast: Bool?
  /// The number of tables that were found and answer.
  public var reached = 0
  /// The tables that were found, and do not answer.
  public var unreached: [Table] = []

  /// What is known before anything was tried.
  public init(_ daemon: Daemon) { self.daemon = daemon }

  /// What has to be mended, each once; or else that all is well.
  public var findings: [NetworkFinding] {
    switch daemon {
    case .missing: return [.missing]
    case .stopped: return [.stopped]
    case .forbidden: return [.forbidden]
    case .running: break
    }
    let bad: [NetworkFinding?] = [
      mayPublish ? nil : .publishingDisabled,
      answersMulticast == false ? .multicastDropped : nil,
      unreached.first.map { .unreached($0, all: reached == 0) },
    ]
    let all = bad.compactMap(\.self)
    return all.isEmpty ? [.works(tables: reached)] : all
  }
}

/// What was found on the local network.
public enum NetworkFinding: Hashable, Sendable {
  /// Tables are published and found, of which so many are there.
  case works(tables: Int)
  /// avahi-daemon is not installed.
  case missing
  /// It does not run.
  case stopped
  /// This user may not talk to it.
  case forbidden
  /// It may not publish what programs ask for.
  case publishingDisabled
  /// Nothing is heard by multicast, not even this computer itself.
  case multicastDropped
  /// A table is found, and no connection to it comes about; nor to any other, if `all`.
  case unreached(NetworkFacts.Table, all: Bool)
}
