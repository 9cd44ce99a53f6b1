/// The result of one input to a session.
///
/// The owner keeps what `events` bring before it sends any of `packets`, as these acknowledge it;
/// hang-ups come after the packets.
public struct Step: Hashable, Sendable {
  /// The events for the owner, in order.
  public var events: [SessionEvent]

  /// The packets to send, in order.
  public private(set) var outgoing: [OutgoingPacket]

  /// The peers whose links are ended once the packets are on the air.
  public var hangUps: [PeerID]

  /// The end of the session, if it is over: nothing follows.
  public var end: SessionEnd?

  /// The bytes of what is put on the wire, in order.
  public var packets: [[UInt8]] { outgoing.map { $0.bytes } }

  /// A step with all of this; without arguments, nothing.
  ///
  /// The packets are for `peer` alone, if there is one.
  public init(
    events: [SessionEvent] = [],
    packets: [[UInt8]] = [],
    to peer: PeerID? = nil,
    hangUps: [PeerID] = [],
    end: SessionEnd? = nil
  ) {
    self.events = events
    outgoing = packets.map { OutgoingPacket($0, to: peer) }
    self.hangUps = hangUps
    self.end = end
  }

  /// True if there is nothing to do.
  public var isEmpty: Bool {
    events.isEmpty && outgoing.isEmpty && hangUps.isEmpty && end == nil
  }

  /// Appends what a later input, or the next part of the same one, leads to.
  public static func += (step: inout Step, next: Step) {
    guard !next.isEmpty else { return }
    guard !step.isEmpty else {
      step = next
      return
    }
    step.events += next.events
    step.outgoing += next.outgoing
    step.hangUps += next.hangUps
    step.end = step.end ?? next.end
  }

  /// Both steps as one.
  public static func + (first: Step, next: Step) -> Step {
    var step = first
    step += next
    return step
  }
}

extension Step {
  /// Only tells the owner this.
  static func telling(_ event: SessionEvent) -> Step {
    Step(events: [event])
  }

  /// Only sends these packets, to `peer` alone if there is one.
  static func sending(_ packets: [[UInt8]], to peer: PeerID? = nil) -> Step {
    Step(packets: packets, to: peer)
  }

  /// Only ends the links to these peers.
  static func hangingUp(on peers: PeerID...) -> Step {
    Step(hangUps: peers)
  }

  /// Only ends the session.
  static func ending(_ end: SessionEnd) -> Step {
    Step(end: end)
  }
}
