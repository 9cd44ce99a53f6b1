public import QueueExecutor

/// The options of a broker connection, and the executor on which it runs.
public struct BrokerAccess: Sendable {
  /// A name and a password, where it wants them.
  public var credentials: (user: String, password: String)?
  /// A file of certificates to be trusted in place of the system's.
  public var certificates: String?
  /// The executor of the connection, which others may share; nil for a queue of its own.
  public var executor: QueueExecutor?

  /// The place of each pause between attempts within its bounds, 0 to 1.
  package var fraction: @Sendable () -> Double = { .random(in: 0...1) }

  /// Nobody in particular, the certificates of the system, and a queue of its own.
  public init() {}

  /// The queue that was named, or else a new one.
  var queue: QueueExecutor { executor ?? QueueExecutor(label: "tabletooth broker") }
}
