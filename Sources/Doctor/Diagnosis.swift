/// Why Bluetooth does not work here, or that it does: one finding a check, in the order in which things depend on each other.
public struct Diagnosis: Hashable, Sendable {
  /// The findings; a check that cannot be answered because of an earlier failure is left out.
  public let findings: [Finding]

  /// Judges `facts`.
  public init(_ facts: Facts) {
    let checks: [(Facts) -> Finding?] = [
      Self.adapter, Self.power, Self.daemon, Self.version, Self.permission, Self.hosting,
      Self.joining,
      Self.order, Self.timeout, Self.phones,
    ]
    findings = checks.compactMap { $0(facts) }
  }

  /// What has to be mended first; `nil` when nothing has to.
  public var firstProblem: Problem? {
    for finding in findings {
      if case .failure(let problem) = finding.verdict { return problem }
    }
    return nil
  }

  /// The exit code of the program: 0, or that of the first problem.
  public var exitCode: Int32 { firstProblem?.rawValue ?? 0 }

  /// The whole diagnosis as plain text, with the end of the last line.
  public var text: String {
    let conclusion =
      firstProblem == nil
      ? "Bluetooth is ready: tabletooth host, and tabletooth join on the other computer."
      : "Mend the first FAIL, then run tabletooth doctor again."
    return (findings.map(\.text) + [conclusion]).joined(separator: "\n") + "\n"
  }
}
