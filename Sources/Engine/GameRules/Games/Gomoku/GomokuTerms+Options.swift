extension GomokuTerms {
  /// The differences from a free game without forbidden moves.
  var differences: [(name: String, value: String)] {
    var differences: [(name: String, value: String)] = []
    if rule != .freestyle { differences.append(("rule", rule.rawValue)) }
    if size != 15 { differences.append(("size", size.description)) }
    if opening != .free { differences.append(("opening", opening.rawValue)) }
    if fouls != .refused { differences.append(("fouls", fouls.rawValue)) }
    if edgeFives != .count { differences.append(("edge-five", edgeFives.rawValue)) }
    return differences
  }

  /// The terms with these differences, of which they take those that they know.
  init?(takingFrom values: inout [Substring: String]) {
    let rule = GomokuRule(rawValue: values.removeValue(forKey: "rule") ?? "freestyle")
    let size = BoardSize(values.removeValue(forKey: "size") ?? "15")
    let opening = GomokuOpening(rawValue: values.removeValue(forKey: "opening") ?? "free")
    let fouls = FoulPolicy(rawValue: values.removeValue(forKey: "fouls") ?? "refused")
    let edgeFives = EdgeFives(rawValue: values.removeValue(forKey: "edge-five") ?? "on")
    guard let rule, let size, let opening, let fouls, let edgeFives else { return nil }
    self.init(rule: rule, size: size, opening: opening, fouls: fouls, edgeFives: edgeFives)
  }
}
