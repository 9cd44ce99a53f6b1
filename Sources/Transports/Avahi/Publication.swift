/// A service that avahi-daemon publishes: until ``withdraw()``, until the ``AvahiService`` is
/// closed, or until nobody holds this object.
///
/// It is published again without help when avahi-daemon is restarted, or this computer's host name
/// changes. Another computer may turn up that has the same name: then it gets another one.
public final class Publication: Sendable {
  private let running: Running<Publishing>

  /// News after the first publication, for one reader; they end with the publication.
  ///
  /// 4,096 events wait for a slow reader; one more withdraws the service, and so does the
  /// cancellation of the reader's task.
  public let events: AsyncStream<PublicationEvent>

  init(_ running: Running<Publishing>, _ events: AsyncStream<PublicationEvent>) {
    (self.running, self.events) = (running, events)
  }

  /// The name under which it is published, or was last.
  public var name: String {
    get async { await running.publishedName }
  }

  /// Changes what the service says about itself, without a moment in which it is not there.
  ///
  /// avahi-daemon is told soon after this returns.
  public func update(text: ServiceText) async {
    await running.change { machine, _, orders in machine.setText(text, into: &orders) }
  }

  /// Withdraws the service, and tells the network.
  public func withdraw() async {
    await running.end()
    await running.finished()
  }
}

extension Running<Publishing> {
  fileprivate var publishedName: String { state.name }
}
