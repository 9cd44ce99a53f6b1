import MatchProtocol
import Testing

/// The rows of docs/reference/protocol.md, section 6, as pairs of situation and input.
struct SessionTable<Situation: Hashable & Sendable, Input: Hashable & Sendable>: Sendable {
  /// One row: its text, and how it is shown to hold.
  struct Row: Sendable {
    let text: String
    let evidence: Evidence<Situation, Input>
  }

  private struct Key: Hashable {
    let situation: Situation
    let input: Input
  }

  let rows: [Row]
  private let outcomes: [Key: Pair<Situation, Input>]

  /// The pairs that more than one row is about.
  let doubles: [Pair<Situation, Input>]

  init(_ rows: [Row]) {
    self.rows = rows
    var outcomes: [Key: Pair<Situation, Input>] = [:]
    var doubles: [Pair<Situation, Input>] = []
    for pair in rows.flatMap(\.evidence.pairs) {
      let key = Key(situation: pair.situation, input: pair.input)
      if outcomes.updateValue(pair, forKey: key) != nil { doubles.append(pair) }
    }
    self.outcomes = outcomes
    self.doubles = doubles
  }

  /// The state that `input` leads to, or nil if it stays as it is.
  func next(_ situation: Situation, _ input: Input) -> SessionState? {
    outcomes[Key(situation: situation, input: input)]?.next
  }

  /// Whether a row is about the two.
  func names(_ situation: Situation, _ input: Input) -> Bool {
    outcomes[Key(situation: situation, input: input)] != nil
  }
}

extension SessionTable where Situation == HostSituation, Input == HostInput {
  static let host = SessionTable(
    HostRow.allCases.map { Row(text: $0.rawValue, evidence: $0.evidence) }
      + BothRow.allCases.map { Row(text: $0.rawValue, evidence: $0.hostEvidence) }
  )
}

extension SessionTable where Situation == GuestSituation, Input == GuestInput {
  static let guest = SessionTable(
    GuestRow.allCases.map { Row(text: $0.rawValue, evidence: $0.evidence) }
      + BothRow.allCases.map { Row(text: $0.rawValue, evidence: $0.guestEvidence) }
  )
}

@Suite struct SessionTableTests {
  @Test func `no two rows are about the same situation and input`() {
    #expect(SessionTable.host.doubles.isEmpty)
    #expect(SessionTable.guest.doubles.isEmpty)
  }

  @Test func `each row is shown to hold`() {
    let rows =
      HostRow.allCases.map { ($0.rawValue, $0.evidence.isSome, false) }
      + GuestRow.allCases.map { ($0.rawValue, false, $0.evidence.isSome) }
      + BothRow.allCases.map { ($0.rawValue, $0.hostEvidence.isSome, $0.guestEvidence.isSome) }
    for (row, byHost, byGuest) in rows {
      #expect(byHost || byGuest, "\(row)")
    }
  }

  @Test func `a row that ends in one state says so`() {
    for row in SessionTable.host.rows {
      expectStates(in: row.text, row.evidence.pairs.compactMap(\.next))
    }
    for row in SessionTable.guest.rows {
      expectStates(in: row.text, row.evidence.pairs.compactMap(\.next))
    }
  }

  private func expectStates(in row: String, _ states: [SessionState]) {
    let end = row.split(separator: " | ").last ?? ""
    guard !end.hasPrefix("as if") else { return }
    for state in states {
      #expect(end.contains(state.rawValue), "\(row)")
    }
  }
}

extension Evidence {
  /// Whether there is any.
  fileprivate var isSome: Bool {
    switch self {
    case .pairs(let pairs): !pairs.isEmpty
    case .elsewhere: true
    }
  }
}
