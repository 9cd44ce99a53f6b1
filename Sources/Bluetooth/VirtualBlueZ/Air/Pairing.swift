internal import BlueZ
internal import DBus

/// One of the two devices that pair.
enum PairingSide: Hashable, CaseIterable {
  /// The device whose client has called `Pair`, or has used what needs a pairing.
  case own
  case other
}

/// A pairing that is not finished.
struct Pairing: Hashable {
  /// One of its two agents.
  private struct Party: Hashable {
    let agent: Agent?
    let question: PairingQuestion
    /// The other device, as the agent's adapter knows it.
    let device: ObjectPath
  }

  /// The calls that wait for it: `Pair`, and each access that needs a pairing.
  var calls: [Message]
  /// The number, below a million.
  private let passkey: UInt32
  private let parties: [PairingSide: Party]
  /// The sides that have not answered.
  private var waiting: Set<PairingSide> = []

  /// A pairing that `call` begins.
  init(
    _ call: Message,
    _ passkey: UInt32,
    agents: [PairingSide: Agent],
    devices: [PairingSide: ObjectPath]
  ) {
    calls = [call]
    self.passkey = passkey
    let own = agents[.own]?.ability ?? .nothing
    let other = agents[.other]?.ability ?? .nothing
    let first = own.question(towards: other)
    let questions: [PairingSide: PairingQuestion] = [
      // Whoever begins is not asked whether to pair.
      .own: first == .authorize ? .nothing : first,
      .other: other.question(towards: own),
    ]
    var parties: [PairingSide: Party] = [:]
    for (side, question) in questions {
      let device = devices[side] ?? .root
      parties[side] = Party(agent: agents[side], question: question, device: device)
    }
    self.parties = parties
    waiting = Set(
      parties.filter { $1.agent != nil && ![.nothing, .show].contains($1.question) }.keys
    )
  }

  /// What the two remember of it.
  var bond: Bond {
    let isProven = parties.values.contains { [.compare, .enter].contains($0.question) }
    return isProven ? .authenticated : .justWorks
  }

  /// True if somebody can answer each question.
  var canBeAnswered: Bool {
    parties.values.allSatisfy { $0.agent != nil || $0.question == .nothing }
  }

  /// True if all have agreed.
  var isAgreed: Bool { waiting.isEmpty }

  /// What to ask the agents, and what to show without a question.
  func begin(_ place: LinkID) -> [Action] {
    PairingSide.allCases.compactMap { side in
      guard let message = message(to: side) else { return nil }
      guard waiting.contains(side) else { return .send(message) }
      return .ask(.pairing(place, side, ServerCall(message: message)))
    }
  }

  /// Takes the answer of one side.
  ///
  /// - Returns: Whether the pairing can go on.
  mutating func receive(_ answer: Result<[Value], Refusal>, from side: PairingSide) -> Bool {
    guard waiting.remove(side) != nil else { return true }
    guard case .success(let values) = answer else { return false }
    return parties[side]?.question != .enter || values.first == .uint32(passkey)
  }

  /// What to tell the agents that still think when it has failed.
  var cancellations: [Action] {
    PairingSide.allCases.filter(waiting.contains).compactMap { side in
      parties[side]?.agent.map { .send($0.call("Cancel", [])) }
    }
  }

  /// The call of an agent; `nil` if there is nothing to say.
  private func message(to side: PairingSide) -> Message? {
    guard let party = parties[side], let agent = party.agent else { return nil }
    let device = Value.objectPath(party.device)
    let passkey = Value.uint32(passkey)
    return switch party.question {
    case .nothing: nil
    case .authorize: agent.call("RequestAuthorization", [device])
    case .compare: agent.call("RequestConfirmation", [device, passkey])
    case .enter: agent.call("RequestPasskey", [device])
    case .show: agent.call("DisplayPasskey", [device, passkey, .uint16(0)])
    }
  }
}

extension Message {
  /// True if the call is `Pair`, rather than an access that needs a pairing.
  var asksToPair: Bool { interface == BlueZName.device }
}

extension Agent {
  fileprivate func call(_ member: String, _ arguments: [Value]) -> Message {
    .methodCall(
      to: client,
      path: path,
      interface: BlueZName.agent,
      member: member,
      arguments
    )
  }
}

/// A pairing that is remembered.
enum Bond: Hashable {
  /// Nobody has compared anything.
  case justWorks
  /// A person has compared or typed a number.
  case authenticated
}
