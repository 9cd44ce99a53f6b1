public import QueueExecutor

/// What a broker asks for and is asked for, and where that is done.
public struct BrokerAccess: Sendable {
  /// A name and a password, where it wants them.
  public var credentials: (user: String, password: String)?
  /// A file of certificates to be trusted in place of the system's.
  public var certificates: String?
  /// Where the connection lives, which others may share; nil for a queue of its own.
  public var executor: QueueExecutor?

  /// Where between their bounds the pauses between attempts are, 0 to 1.
  package var fraction: @Sendable () -> Double = { .random(in: 0...1) }

  /// Nobody in particular, the certificates of the system, and a queue of its own.
  public init() {}

  /// The queue that was named, or else a new one.
  var queue: QueueExecutor { executor ?? QueueExecutor(label: "tabletooth broker") }
}
