internal import DBus

/// The state of something that an avahi-daemon does for a program: no task, no clock, no bus.
///
/// Each input adds to its orders.
protocol Machine: Sendable {
  /// A call to avahi-daemon.
  associatedtype Call: Hashable, Sendable
  /// What the caller of this library learns.
  associatedtype Event: Sendable
  /// What a call leads to.
  associatedtype Answer: Sendable
  /// News from avahi-daemon that was not asked for.
  associatedtype Signal: Sendable

  /// The time when ``tick(now:into:)`` is due.
  var deadline: Duration? { get }
  /// True if nothing is left to do, and no input changes that.
  var isFinished: Bool { get }

  /// Learns of another state of avahi-daemon; nil if it is not there.
  mutating func setServer(_ state: ServerState?, now: Duration, into orders: inout Orders<Self>)
  mutating func receive(_ signal: Signal, now: Duration, into orders: inout Orders<Self>)
  mutating func finish(
    _ request: Request<Call>,
    _ answer: Answer,
    now: Duration,
    into orders: inout Orders<Self>
  )
  mutating func tick(now: Duration, into orders: inout Orders<Self>)
  /// Ends, and frees what avahi-daemon holds for it.
  mutating func end(into orders: inout Orders<Self>)
  /// Ends without another call: the connection is closed.
  mutating func close()

  /// The message for a call.
  static func message(for call: Call) -> Message
  /// The answer that a reply is.
  static func answer(to call: Call, _ reply: Result<[Value], AvahiError>) -> Answer
  /// The news that a signal is; nil for none.
  static func signal(_ message: Message) -> Signal?
}

/// What an input of a machine leads to.
struct Orders<Work: Machine>: Sendable {
  var calls: [Request<Work.Call>] = []
  var events: [Work.Event] = []
}

/// A call to the avahi-daemon of one era.
struct Request<Call: Hashable & Sendable>: Hashable, Sendable {
  let era: Int
  let call: Call
}
