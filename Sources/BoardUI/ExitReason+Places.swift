import Phrases

/// Why no table was found, where two places were looked at.
extension ExitReason {
  /// Two places were looked at; what to do is about the one that can be mended, if one can.
  static func complaint(_ nearby: ExitReason, _ online: ExitReason) -> Complaint {
    let (near, far) = (nearby.words ?? ("", ""), online.words ?? ("", ""))
    let happened = say("nearby: \(near.happened), online: \(far.happened)")
    let isNobodyNearby = if case .nobodyFound = nearby { true } else { false }
    let isNobodyOnline = if case .network(.noKnownTable) = online { true } else { false }
    switch (isNobodyNearby, isNobodyOnline) {
    case (true, true):
      return Complaint(happened, say("see whether tabletooth host runs there"))
    case (false, true): return Complaint(happened, say("ask for the code that the host shows"))
    case (true, false): return Complaint(happened, far.advice)
    case (false, false): return Complaint(happened, near.advice)
    }
  }

  /// The exit status where nothing was found in two places: that of the one where somebody was
  /// looked for at all.
  static func code(_ nearby: ExitReason, _ online: ExitReason) -> Int32 {
    if case .nobodyFound = nearby { return nearby.code }
    if case .network(.noKnownTable) = online { return online.code }
    return nearby.code
  }
}
