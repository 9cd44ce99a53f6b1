extension LiuzhouTerms {
  /// The differences from the way of Fengyang, and from the way that is named.
  var differences: [(name: String, value: String)] {
    var differences: [(name: String, value: String)] = []
    if way != .fengyang { differences.append(("way", way.rawValue)) }
    if count != way.count { differences.append(("count", count.rawValue)) }
    if reuse != way.reuse { differences.append(("reuse", reuse.rawValue)) }
    return differences
  }

  /// The terms with these differences, of which they take those that they know.
  init?(takingFrom values: inout [Substring: String]) {
    guard let way = LiuzhouWay(rawValue: values.removeValue(forKey: "way") ?? "fengyang") else {
      return nil
    }
    let count = values.removeValue(forKey: "count").map(FormationCount.init(rawValue:))
    let reuse = values.removeValue(forKey: "reuse").map(FormationReuse.init(rawValue:))
    guard let count = count ?? way.count, let reuse = reuse ?? way.reuse else { return nil }
    self.init(way, count: count, reuse: reuse)
  }
}
