public import BluetoothDoctor
internal import Phrases

/// The reason why Bluetooth does not work here, or that it does: one finding a check, in the order
/// in which things depend on each other.
public struct Diagnosis: Hashable, Sendable {
  /// The findings; a check that cannot be answered because of an earlier failure is left out.
  ///
  /// What is only good to know comes last, and only where nothing has to be mended.
  public let findings: [Finding]

  /// Judges `facts`, and what keeps the program from using its data, if anything does.
  public init(_ facts: Facts, data: Finding? = nil) {
    let checks: [(Facts) -> Finding?] = [
      Self.adapter, Self.power, Self.daemon, Self.version, Self.permission, Self.hosting,
      Self.joining,
    ]
    let advice: [(Facts) -> Finding?] = [
      Self.discoverable, Self.advertising, Self.interval, Self.mtu, Self.order, Self.timeout,
      Self.phones,
    ]
    let findings = checks.compactMap { $0(facts) } + [data].compactMap(\.self)
    let isWell = findings.allSatisfy { $0.problem == nil }
    self.findings = isWell ? findings + advice.compactMap { $0(facts) } : findings
  }

  /// What has to be mended first; `nil` when nothing has to.
  public var firstFailure: Finding? {
    findings.first { $0.problem != nil }
  }

  /// The problem of ``firstFailure``.
  public var firstProblem: Problem? { firstFailure?.problem }

  /// The exit code of the program: 0, or that of the first problem.
  public var exitCode: Int32 { firstProblem?.exitCode ?? 0 }

  /// The whole diagnosis as plain text, with the end of the last line.
  public var text: String {
    let conclusion =
      firstProblem == nil
      ? say("Bluetooth is ready: tabletooth host, and tabletooth join on the other computer.")
      : say("Mend the first FAIL, then run tabletooth doctor again.")
    return (findings.map(\.text) + [conclusion]).joined(separator: "\n") + "\n"
  }
}
