internal import DBus

/// The agents of all clients: who answers questions about pairing.
struct Agents: Hashable {
  /// The agents, and behind all others those that asked to be the default, the latest last.
  private var agents: [Agent] = []

  var isEmpty: Bool { agents.isEmpty }

  /// The agent of a client.
  subscript(client: String) -> Agent? { agents.first { $0.client == client } }

  mutating func add(_ agent: Agent) {
    agents.insert(agent, at: 0)
  }

  mutating func remove(_ client: String) {
    agents.removeAll { $0.client == client }
  }

  /// Makes the agent of a client the default.
  mutating func prefer(_ client: String) {
    guard let index = agents.firstIndex(where: { $0.client == client }) else { return }
    var agent = agents.remove(at: index)
    agent.isDefault = true
    agents.append(agent)
  }

  /// The agent that answers for the device that is paired with.
  ///
  /// A real bluetoothd is that of one computer, and asks its default agent. Here it is that of
  /// several, so that an agent of another client than the one that pairs comes first.
  func answering(besides client: String) -> Agent? {
    agents.last { $0.isDefault && $0.client != client } ?? agents.last { $0.isDefault }
  }
}

/// A client's object that answers questions about pairing.
struct Agent: Hashable {
  let client: String
  let path: ObjectPath
  let ability: Ability
  var isDefault = false

  /// What a person at the client's device can do.
  enum Ability: String, CaseIterable {
    case displayOnly = "DisplayOnly"
    case displayYesNo = "DisplayYesNo"
    case keyboardOnly = "KeyboardOnly"
    case nothing = "NoInputNoOutput"
    case keyboardDisplay = "KeyboardDisplay"

    /// Reads the argument of `RegisterAgent`; `nil` when it makes no sense.
    init?(argument text: String) {
      guard let ability = text.isEmpty ? .keyboardDisplay : Self(rawValue: text) else { return nil }
      self = ability
    }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// What is asked at a device of this ability that pairs with another one (Linux,
    /// `net/bluetooth/smp.c: sc_method`; since 5.8 a pairing without a number is a question, too).
    func question(towards other: Ability) -> PairingQuestion { Self.questions[other.place][place] }

    /// A row for each ability of the other device, and a column for each of the own one.
    private static let questions: [[PairingQuestion]] = [
      [.authorize, .authorize, .enter, .authorize, .enter],
      [.authorize, .compare, .enter, .authorize, .compare],
      [.show, .show, .enter, .authorize, .show],
      [.authorize, .authorize, .authorize, .authorize, .authorize],
      [.show, .compare, .enter, .authorize, .compare],
    ]
  }
}

/// A question of a pairing.
enum PairingQuestion: Hashable {
  /// There is none: the client has begun itself.
  case nothing
  /// Whether to pair.
  case authorize
  /// Whether both devices show the same number.
  case compare
  /// For the number that the other device shows.
  case enter
  /// The number to type at the other device, which is no question.
  case show
}
