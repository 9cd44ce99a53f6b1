public import MatchProtocol

/// A host and a guest, joined by a simulated link and a simulated clock.
///
/// Nothing happens by itself: an input is given, and ``settle()`` carries packets until none is on
/// its way, at one moment of the clock. ``advance(by:)`` moves the clock from deadline to deadline.
public struct LinkPair: Sendable {
  /// The host's name for the guest.
  public static let guestPeer = PeerID(rawValue: "guest")

  /// The guest's name for the host.
  public static let hostPeer = PeerID(rawValue: "host")

  /// The host's player.
  public static let hostCredentials = Credentials.seeded(1_001)

  /// The guest's player.
  public static let guestCredentials = Credentials.seeded(1_002)

  /// The host.
  public private(set) var host: HostSession

  /// The guest.
  public private(set) var guest: GuestSession

  /// The host's events so far.
  public private(set) var hostEvents: [SessionEvent] = []

  /// The guest's events so far.
  public private(set) var guestEvents: [SessionEvent] = []

  /// The end of the host's session, if it is over.
  public private(set) var hostEnd: SessionEnd?

  /// The end of the guest's session, if it is over.
  public private(set) var guestEnd: SessionEnd?

  /// The time since both sessions began.
  public private(set) var now = Duration.zero

  /// True if the link stands.
  public private(set) var isUp = false

  /// The number of packets that either side has sent.
  public private(set) var packetsSent = 0

  private let acceptsAtOnce: Bool
  private var maximumPacketSize: Int
  private var toGuest: SimulatedWire
  private var toHost: SimulatedWire
  private var isHangingUp = false

  /// Two sides whose link is not up yet; the same seed gives the same faults.
  ///
  /// Both wait for a lost link for `patience`; without any, the session ends with its link. Each
  /// accepts the other at once, unless they are not to. Those who have met know each other.
  public init(
    faults: LinkFaults = .none,
    seed: UInt64 = 1,
    maximumPacketSize: Int = 180,
    patience: Duration = .zero,
    acceptsAtOnce: Bool = true,
    haveMet: Bool = false
  ) {
    self.acceptsAtOnce = acceptsAtOnce
    host = HostSession(
      name: PlayerName(cleaning: "Hana"),
      credentials: haveMet ? .seeded(1_001, metBy: 1_002) : Self.hostCredentials,
      session: SessionID(rawValue: 1),
      patience: patience
    )
    guest = GuestSession(
      name: PlayerName(cleaning: "Gus"),
      program: "test/1",
      credentials: haveMet ? .seeded(1_002, metBy: 1_001) : Self.guestCredentials,
      nonce: Nonce(rawValue: seed),
      patience: patience
    )
    self.maximumPacketSize = maximumPacketSize
    toGuest = SimulatedWire(faults: faults, seed: seed &* 2)
    toHost = SimulatedWire(faults: faults, seed: seed &* 2 &+ 1)
  }

  /// Brings the link up, again or for the first time, and lets both talk.
  public mutating func connect(maximumPacketSize size: Int? = nil) {
    isUp = true
    maximumPacketSize = size ?? maximumPacketSize
    perform(
      guest.linkUp(Self.hostPeer, maximumPacketSize: maximumPacketSize, now: now),
      asHost: false
    )
    settle()
  }

  /// Gives the host an input and lets both talk.
  public mutating func host(_ input: (inout HostSession, Duration) -> Step) {
    perform(input(&host, now), asHost: true)
    settle()
  }

  /// Gives the guest an input and lets both talk.
  public mutating func guest(_ input: (inout GuestSession, Duration) -> Step) {
    perform(input(&guest, now), asHost: false)
    settle()
  }

  /// Gives both an input in the same instant and lets them talk.
  public mutating func both(
    host hostInput: (inout HostSession, Duration) -> Step,
    guest guestInput: (inout GuestSession, Duration) -> Step
  ) {
    perform(hostInput(&host, now), asHost: true)
    perform(guestInput(&guest, now), asHost: false)
    settle()
  }

  /// Changes what happens to packets that are sent from now on.
  public mutating func setFaults(_ faults: LinkFaults) {
    toGuest.faults = faults
    toHost.faults = faults
  }

  /// Cuts the link: what is on its way is lost, and both are told.
  public mutating func cut(_ loss: LinkLoss = .disconnected) {
    toGuest.clear()
    toHost.clear()
    bringDown(loss)
  }

  /// Moves the clock on, through every deadline on the way.
  public mutating func advance(by duration: Duration) {
    let end = now + duration
    while let next = [host.deadline, guest.deadline].compactMap(\.self).min(), next <= end {
      now = max(now, next)
      perform(host.tick(now: now), asHost: true)
      perform(guest.tick(now: now), asHost: false)
      settle()
    }
    now = end
  }

  /// Carries packets until none is on its way, then takes the link down if a side hung up.
  public mutating func settle() {
    while toHost.count + toGuest.count > 0 {
      if let packet = toHost.receive() {
        perform(
          host.receive(
            packet,
            from: Self.guestPeer,
            maximumPacketSize: maximumPacketSize,
            now: now
          ),
          asHost: true
        )
      }
      if let packet = toGuest.receive() {
        perform(
          guest.receive(
            packet,
            from: Self.hostPeer,
            maximumPacketSize: maximumPacketSize,
            now: now
          ),
          asHost: false
        )
      }
    }
    if isHangingUp {
      bringDown(.disconnected)
    }
  }

  private mutating func bringDown(_ loss: LinkLoss) {
    isUp = false
    isHangingUp = false
    perform(host.linkDown(Self.guestPeer, loss, now: now), asHost: true)
    perform(guest.linkDown(Self.hostPeer, loss, now: now), asHost: false)
  }

  private mutating func perform(_ step: Step, asHost: Bool) {
    keep(step, asHost: asHost)
    for packet in step.packets {
      packetsSent += 1
      send(packet, asHost: asHost)
    }
    if step.hangUps.contains(asHost ? Self.guestPeer : Self.hostPeer) {
      isHangingUp = isUp
    }
    if acceptsAtOnce, step.events.contains(where: { $0.isIntroduction }) {
      perform(asHost ? host.accept(now: now) : guest.accept(now: now), asHost: asHost)
    }
  }

  private mutating func keep(_ step: Step, asHost: Bool) {
    if asHost {
      hostEvents += step.events
      hostEnd = hostEnd ?? step.end
    } else {
      guestEvents += step.events
      guestEnd = guestEnd ?? step.end
    }
  }

  private mutating func send(_ packet: [UInt8], asHost: Bool) {
    guard isUp else {
      return
    }
    if asHost {
      toGuest.send(packet)
    } else {
      toHost.send(packet)
    }
  }
}

extension SessionEvent {
  /// True if it asks the owner to accept somebody.
  fileprivate var isIntroduction: Bool {
    if case .introduced = self { true } else { false }
  }
}
