/// Judges a repetition by the Asian rules (AXF): perpetual check, then perpetual chase.
///
/// The list of what is a chase is in docs/reference/rules/xiangqi.md, X11 to X16.
enum XiangqiJudge {
  /// What one side did in each of its moves.
  private struct Conduct {
    var isCheckEach = true
    /// The slots of the enemy pieces that each move chased anew.
    var chased: UInt32 = 0xffff

    /// A check in the cycle chases only what it attacks anew with another piece.
    var offence: Outcome.Reason? {
      isCheckEach ? .perpetualCheck : chased != 0 ? .perpetualChase : nil
    }
  }

  /// The outcome of `moves`, which lead from `start` back to `start`.
  static func verdict(on moves: [Move], from start: XiangqiPosition) -> Outcome {
    var engine = XiangqiEngine(start.board, toMove: start.toMove)
    var conducts = [Conduct(), Conduct()]
    for move in moves {
      guard case .carry(let from, let to) = move.action else { continue }
      let mover = engine.own == XiangqiEngine.red ? 0 : 1
      // A check that has to be answered hides no attack: what was attacked before it is not
      // attacked anew.
      let inCheck = engine.isAttacked(engine.own)
      let before = conducts[mover].chased == 0 ? [] : engine.chases(legalOnly: !inCheck)
      _ = engine.make(XiangqiTables.cell(from), XiangqiTables.cell(to))
      if !engine.isAttacked(engine.own) { conducts[mover].isCheckEach = false }
      engine.pass()
      if conducts[mover].chased != 0 { conducts[mover].chased &= engine.chases(besides: before) }
      engine.pass()
    }
    return verdict(conducts[0].offence, conducts[1].offence)
  }

  private static func verdict(_ red: Outcome.Reason?, _ black: Outcome.Reason?) -> Outcome {
    switch (red, black) {
    case (.perpetualCheck?, .perpetualCheck?), (.perpetualChase?, .perpetualChase?), (nil, nil):
      Outcome(winner: nil, reason: .repetition)
    case (.perpetualCheck?, _): Outcome(winner: .second, reason: .perpetualCheck)
    case (_, .perpetualCheck?): Outcome(winner: .first, reason: .perpetualCheck)
    case (.some(let reason), _): Outcome(winner: .second, reason: reason)
    case (_, .some(let reason)): Outcome(winner: .first, reason: reason)
    }
  }
}

extension XiangqiEngine {
  /// A piece that chases another one, by their slots.
  package struct Chase: Equatable {
    fileprivate let attacker: Int
    fileprivate let target: Int
  }

  /// The slots of the enemy pieces that the side to move chases now, other than by the chases
  /// `before`.
  ///
  /// A piece that takes over from another one chases anew: two may not take turns.
  package mutating func chases(besides before: [Chase]) -> UInt32 {
    chases().filter { !before.contains($0) }.reduce(0) { $0 | 1 << UInt32($1.target) }
  }

  /// The chases of the side to move.
  ///
  /// With `legalOnly`, an attacker that may not take, by a pin or a check, is left out.
  package mutating func chases(legalOnly: Bool = true) -> [Chase] {
    var chases: [Chase] = []
    let attackers: UInt32 = 0x3ff
    for (from, to) in captures(by: attackers) {
      let target = Int(cells[to]) & 15
      guard target != Self.general, target < 10 || hasCrossed(to, enemy) else { continue }
      if isChase(from, to, legalOnly) {
        chases.append(Chase(attacker: Int(cells[from]) & 15, target: target))
      }
    }
    return chases
  }

  /// True if a capture that its rules allow counts as a threat.
  private mutating func isChase(_ from: Int, _ to: Int, _ legalOnly: Bool) -> Bool {
    let attacker = (Int(cells[from]) & 15) >> 1
    let target = (Int(cells[to]) & 15) >> 1
    guard let taken = legalOnly ? makeIfLegal(from, to) : make(from, to) else { return false }
    let isGain = Self.isGain(attacker, target)
    let isProtected = !isGain && canTake(on: to)
    unmake(from, to, taken)
    if isProtected { return false }
    guard attacker == target else { return true }
    pass()
    defer { pass() }
    guard canReach(XiangqiTables.point(to), XiangqiTables.point(from)),
      let back = makeIfLegal(to, from)
    else { return true }
    unmake(to, from, back)
    return false
  }

  /// Whether the target is worth more than the attacker, protected or not; kinds as halved slots.
  private static func isGain(_ attacker: Int, _ target: Int) -> Bool {
    switch attacker {
    case 0, 1: (2...4).contains(target)
    case 2, 4: target == 3
    default: false
    }
  }

  /// True if the side to move may legally take on `cell`.
  private mutating func canTake(on cell: Int) -> Bool {
    for (from, to) in captures(by: 0xffff) where to == cell {
      guard let taken = makeIfLegal(from, to) else { continue }
      unmake(from, to, taken)
      return true
    }
    return false
  }

  private func captures(by slots: UInt32) -> [(from: Int, to: Int)] {
    reaches(slots).filter { cells[$0.to] != 0 }
  }

  /// True if the piece on `from` goes to `to`, its general not looked at.
  func canReach(_ from: Point, _ to: Point) -> Bool {
    guard from.isOnXiangqiBoard, to.isOnXiangqiBoard else { return false }
    let cell = XiangqiTables.cell(from)
    guard Int(cells[cell]) & own != 0 else { return false }
    let slots = UInt32(1) << UInt32(cells[cell] & 15)
    return reaches(slots).contains { $0.to == XiangqiTables.cell(to) }
  }

  /// Where the pieces of the side to move go, its general not looked at.
  var allReaches: [(from: Point, to: Point)] {
    reaches(0xffff).map { (XiangqiTables.point($0.from), XiangqiTables.point($0.to)) }
  }

  private func reaches(_ slots: UInt32) -> [(from: Int, to: Int)] {
    let memory = Cells<UInt16>(count: Self.mostMoves, filledWith: 0)
    defer { memory.free() }
    var moves = XiangqiMoves(cells: memory, count: 0)
    generate(slots, &moves)
    return (0..<moves.count).map { (Int(memory[$0] >> 8), Int(memory[$0] & 255)) }
  }
}
