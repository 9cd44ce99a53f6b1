import Phrases

/// Why no table was found, where two places were looked at.
extension ExitReason {
  /// Two places were looked at; what to do is about the one that can be mended, if one can.
  static func complaint(_ nearby: ExitReason, _ online: ExitReason) -> Complaint {
    let (near, far) = (nearby.words ?? ("", ""), online.words ?? ("", ""))
    let happened = say("nearby: \(near.happened), online: \(far.happened)")
    switch (nearby.isNobody, online.isNobody) {
    case (true, true):
      if case .nobodyWaits(let errand, _, _) = nearby {
        return Complaint(happened, say("see whether \(errand.waiting) runs there"))
      }
      return Complaint(happened, say("see whether tabletooth host runs there"))
    case (false, true), (true, false): return Complaint(happened, far.advice)
    case (false, false): return Complaint(happened, near.advice)
    }
  }

  /// The exit status where nothing was found in two places: that of the one where somebody was
  /// looked for at all.
  static func code(_ nearby: ExitReason, _ online: ExitReason) -> Int32 {
    nearby.isNobody || !online.isNobody ? nearby.code : online.code
  }

  /// Whether it was looked for, and nobody was there.
  private var isNobody: Bool {
    switch self {
    case .nobodyFound, .nobodyWaits, .network(.noKnownTable): true
    case _: false
    }
  }
}
