public import BluetoothDoctor
internal import Phrases

/// The reason why Bluetooth does not work here, or that it does, in words.
public struct Diagnosis: Hashable, Sendable {
  /// The findings, one a check.
  ///
  /// What is only good to know comes last, and only where nothing has to be mended.
  public let findings: [DescribedFinding]

  /// Judges `facts`, what keeps the program from using its data, if anything does, and the local
  /// network.
  public init(_ facts: Facts, data: DescribedFinding? = nil, network: NetworkFacts? = nil) {
    let others = network?.findings.map(DescribedFinding.network) ?? []
    let findings = facts.findings.map(DescribedFinding.init) + [data].compactMap(\.self) + others
    let isWell = findings.allSatisfy { $0.problem == nil }
    self.findings = isWell ? findings + facts.advice.map(DescribedFinding.init) : findings
  }

  /// What has to be mended first; `nil` when nothing has to.
  public var firstFailure: DescribedFinding? {
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
      ? say(
        """
        Bluetooth is ready. Run tabletooth host here and tabletooth join on the other computer.
        """
      )
      : say("Fix the first FAIL, then run tabletooth doctor again.")
        + (firstProblem == .unfitData ? "" : "\n" + Self.otherWays)
    return (findings.map(\.text) + [conclusion]).joined(separator: "\n") + "\n"
  }

  /// What can be played without Bluetooth.
  private static var otherWays: String {
    say(
      """
      You can play without Bluetooth:
        tabletooth play                    against the robot
        tabletooth play --two              two players at this computer
        tabletooth host --on tcp           over the local network
        tabletooth host --on web           with a phone or another computer's browser
        tabletooth host --on mqtts://HOST  over a broker on the internet
        tabletooth air                     over virtual Bluetooth, to try it out
      """
    )
  }

  /// The reason why the kernel says nothing about its controllers, for a person.
  public static func words(for error: HCIError) -> String {
    switch error {
    case .noBluetooth: say("the kernel offers no Bluetooth to this process")
    case .denied: say("the kernel does not let this process ask")
    case .notAsked: say("nobody has asked the kernel")
    case .failed(let call, let number): say("the kernel does not say (\(call), error \(number))")
    }
  }
}
