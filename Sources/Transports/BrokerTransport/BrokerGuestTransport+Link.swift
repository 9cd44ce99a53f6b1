internal import MatchProtocol

extension BrokerGuestTransport {
  /// A link to a host, as long as it stands.
  struct Link {
    let peer: PeerID
    /// The rendezvous where it began.
    let first: Door
    /// The current rendezvous.
    var door: Door
    /// True if it has moved, and the host was not heard at the new rendezvous yet.
    var isMoving = false
    /// True if a match had a rendezvous of its own when the link began, and this may be anybody.
    var isReturn: Bool
    /// The connection of the host that answered.
    let connection: [UInt8]
    /// The maximum length of packets to the host.
    let maximumPacketSize: Int
    /// When it was made.
    let madeAt = ContinuousClock.now
  }
}

/// The end of a host.
extension BrokerGuestTransport {
  /// The time in which a host must answer that is said to be gone.
  private static let proofTime = Duration.seconds(3)

  /// The host is gone, whose will is at the door of the match if it came with one.
  ///
  /// At the door of the table anybody with its code may say so, which counts for a link at that
  /// door only; one that has moved is lost if the host gives no answer.
  func loseHost(goneFrom door: Door) {
    guard let link else { return }
    if door.isOfMatch || link.door.name == door.name { loseAndKnock() } else { ask(link) }
  }

  private func ask(_ link: Link) {
    guard asking == nil else { return }
    // It ends soon by itself.
    asking = Task { [clock] in
      await say(.knock, at: link.door)
      try? await clock.sleep(for: Self.proofTime)
      guard !Task.isCancelled, self.link?.connection == link.connection else { return }
      loseAndKnock()
    }
  }

  func stopAsking() {
    asking?.cancel()
    asking = nil
  }
}

/// A host that has opened another table.
extension BrokerGuestTransport {
  /// Looks for the table that the host has opened in place of the one where it was met: a program
  /// that was begun again has another code, and its own player's doors only.
  func lookForNewTable() {
    guard let host, let kind, looking == nil else { return }
    // It ends when somebody answers, or with the transport.
    looking = Task { [weak self, brokers, clock] in
      while !Task.isCancelled {
        try? await BrokerLookout.watch(for: [host], at: brokers, clock: clock) { change in
          guard let code = change.freeTable(for: kind) else { return }
          // It ends when the broker's connection has taken it.
          Task { await self?.knock(atTableOf: code) }
        }
        try? await clock.sleep(for: Self.knockRepeat)
      }
    }
  }

  private func knock(atTableOf code: TableCode) async {
    let door = Door(code)
    guard link == nil, !isClosed else { return }
    if !doors.contains(where: { $0.name == door.name }) {
      doors.append(door)
      await line?.listen(to: door.hostTopic)
    }
    await say(.knock, at: door)
  }
}

extension BrokerLookout.Change {
  /// The code of a table that is there, and waits for somebody new who comes for that; nil if it
  /// tells of none.
  func freeTable(for kind: TableKind) -> TableCode? {
    switch self {
    case .appeared(let table), .changed(let table):
      let presence = table.sign.presence
      let isRight = presence.game?.kind == kind && presence.state == .free && table.sign.isOpen
      return isRight ? table.code : nil
    case .vanished, .reached, .lost: return nil
    }
  }
}
