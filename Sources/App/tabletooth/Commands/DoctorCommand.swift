internal import ArgumentParser
internal import BlueZ
internal import BluetoothDoctor
internal import BoardUI
internal import DoctorText
internal import HCI
internal import MatchProtocol
internal import Phrases
internal import ProcessIO

/// `tabletooth doctor`: says in order what Bluetooth lacks on this machine, and what to type; and
/// measures the link to another one.
struct DoctorCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out why Bluetooth does not work, and how to fix it.",
    discussion: """
      tabletooth doctor
      tabletooth doctor --report report.txt

      To measure the connection between two computers, run `tabletooth doctor --answer` on one. On \
      the other, run `tabletooth doctor --with NAME` with the name that the first one shows.
      """
  )

  @Option(
    help: ArgumentHelp("Measure the connection to the named computer.", valueName: "name")
  )
  var with: String?

  @Flag(help: "Let another computer measure its connection here.")
  var answer = false

  @Option(
    help: ArgumentHelp(
      """
      Write a new report file for troubleshooting: versions, findings, settings, and the log of \
      the last matches. It contains names and addresses, but no secrets.
      """,
      valueName: "file"
    )
  )
  var report: String?

  @Flag(help: "Print the findings as one JSON object, and nothing else.")
  var json = false

  func validate() throws {
    if json, answer || with != nil || report != nil {
      throw ValidationError(say("--json cannot be used with --answer, --with or --report"))
    }
    if answer, with != nil || report != nil {
      throw ValidationError(say("--answer cannot be used with --with or --report"))
    }
  }

  func run(in environment: Environment) async throws {
    let access = BluetoothAccess(in: environment)
    let (facts, diagnosis) = await Self.diagnose(access, in: environment)
    if json {
      guard StandardOutput.write(JSON.line(DiagnosisEntry(diagnosis)) + "\n") else {
        throw ExitReason.outputClosed
      }
      throw ExitCode(diagnosis.exitCode)
    }
    let isWell = diagnosis.firstProblem == nil
    if !answer || !isWell { _ = StandardOutput.tell(diagnosis.text) }
    if answer, isWell { try await answerAnother(over: access, in: environment) }
    let measurement = isWell ? try await measure(over: access) : nil
    if let report {
      let content = Report(
        diagnosis: diagnosis,
        facts: facts,
        measurement: measurement,
        environment: environment
      )
      try content.write(to: report)
      _ = StandardOutput.tell(
        say(
          """
          The report is in \(report). Read it before you send it.

          """
        )
      )
    }
    throw ExitCode(diagnosis.exitCode)
  }

  /// What is wrong here, if anything is, and from which facts that follows.
  private static func diagnose(
    _ access: BluetoothAccess,
    in environment: Environment
  ) async -> (Facts, Diagnosis) {
    async let network = network(in: environment)
    let facts = await Facts.gather(
      adapter: access.adapter,
      bus: BluetoothBus(access.bus),
      kernel: { Result { () throws(HCIError) in try Controller.all() } }
    )
    let data = dataTrouble(in: environment)
    return (facts, Diagnosis(facts, data: data, network: await network))
  }

  /// What there is of the local network; nil if the settings leave it out.
  private static func network(in environment: Environment) async -> NetworkFacts? {
    guard environment.settings.nearby != .bluetooth else { return nil }
    return await LocalNetwork(in: environment).facts()
  }

  /// The reason why `host` and `join` would refuse what is kept here; nil where nothing is kept
  /// yet.
  private static func dataTrouble(in environment: Environment) -> DescribedFinding? {
    do {
      guard try PlayerData.isThere(in: environment) else { return nil }
      try PlayerData.open(in: environment).checkKey()
      return nil
    } catch {
      return ExitReason(error).failure.map { .unfitData($0.happened, remedy: $0.advice) }
    }
  }

  private func answerAnother(
    over access: BluetoothAccess,
    in environment: Environment
  ) async throws {
    let name = try PlayerData.open(in: environment).ownName(nil).description
    try await LinkEcho.serve(as: name, over: access) {
      _ = StandardOutput.tell(
        say(
          """
          Ready to be measured. On the other computer, run:
            tabletooth doctor --with "\(name)"
          Press control-C to stop.

          """
        )
      )
    }
  }

  private func measure(over access: BluetoothAccess) async throws -> LinkMeasurement? {
    guard let with else { return nil }
    _ = StandardOutput.tell(say("Testing connection to \(PrintableLine.clean(with)).") + "\n")
    return try await LinkMeasurement.run(to: with, over: access) {
      _ = StandardOutput.tell($0 + "\n")
    }
  }
}

/// The diagnosis as `tabletooth doctor --json` prints it.
private struct DiagnosisEntry: Encodable {
  struct FindingEntry: Encodable {
    let check: String
    let verdict: String
    let fact: String
    let remedy: String?
  }

  let ready: Bool
  let findings: [FindingEntry]

  init(_ diagnosis: Diagnosis) {
    ready = diagnosis.firstProblem == nil
    findings = diagnosis.findings.map { finding in
      let verdict =
        switch finding.verdict {
        case .fine: "fine"
        case .note: "note"
        case .failure: "failure"
        }
      return FindingEntry(
        check: finding.check.rawValue,
        verdict: verdict,
        fact: finding.fact,
        remedy: finding.remedy
      )
    }
  }
}
