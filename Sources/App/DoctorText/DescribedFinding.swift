public import BluetoothDoctor
internal import Phrases

/// A finding in words.
public struct DescribedFinding: Hashable, Sendable {
  /// What was checked.
  public let check: Finding.Check
  /// How bad it is.
  public let verdict: Finding.Verdict
  /// What is, in one line.
  public let fact: String
  /// What to type or do, in one line.
  public let remedy: String?

  /// The words for `finding`.
  init(_ finding: Finding) {
    let words = finding.words
    self.init(finding.check, finding.verdict, words.fact, words.remedy)
  }

  private init(
    _ check: Finding.Check,
    _ verdict: Finding.Verdict,
    _ fact: String,
    _ remedy: String?
  ) {
    self.check = check
    self.verdict = verdict
    self.fact = fact
    self.remedy = remedy
  }

  /// What keeps the program from using what must survive it, and what to do about that.
  public static func unfitData(_ fact: String, remedy: String) -> DescribedFinding {
    DescribedFinding(.data, .failure(.unfitData), fact, remedy)
  }

  /// What there is to say of the local network.
  public static func network(_ finding: NetworkFinding) -> DescribedFinding {
    let words = finding.words
    return DescribedFinding(
      .network,
      words.remedy == nil ? .fine : .note,
      words.fact,
      words.remedy
    )
  }

  /// The problem, if this is a failure.
  public var problem: Problem? {
    guard case .failure(let problem) = verdict else { return nil }
    return problem
  }

  /// The finding as plain text, without the end of the last line.
  public var text: String {
    let mark =
      switch verdict {
      case .fine: say("ok   ")
      case .note: say("note ")
      case .failure: say("FAIL ")
      }
    let line = "\(mark) \(check.title)" + say(": ") + fact
    return remedy.map { say("\(line)\n  do: \($0)") } ?? line
  }
}

extension Finding.Check {
  /// Its name in words.
  fileprivate var title: String {
    switch self {
    case .adapter: say("adapter")
    case .power: say("power")
    case .daemon: rawValue
    case .version: say("version")
    case .permission: say("permission")
    case .hosting: say("hosting")
    case .joining: say("joining")
    case .discoverable: say("discoverable")
    case .data: say("data")
    case .network: say("network")
    case .advertising: say("advertising")
    case .interval: say("interval")
    case .mtu: rawValue
    case .order: say("order")
    case .timeout: say("time-out")
    case .phones: say("phones")
    }
  }
}

/// What is, and what to type or do about it.
struct Words {
  let fact: String
  var remedy: String?

  init(_ fact: String, remedy: String? = nil) {
    self.fact = fact
    self.remedy = remedy
  }
}

extension Finding {
  var words: Words {
    switch self {
    case .adapter(let finding): finding.words
    case .power(let finding): finding.words
    case .daemon(let finding): finding.words
    case .version(let finding): finding.words
    case .permission(let finding): finding.words
    case .hosting(let finding): finding.words
    case .joining(let finding): finding.words
    case .setting(let finding): finding.words
    }
  }
}

extension Problem {
  /// The exit code of the program.
  public var exitCode: Int32 {
    switch self {
    case .noAdapter, .adapterBlocked, .noDaemon, .noPermission, .noPeripheralRole,
      .noAdvertisement:
      10
    case .unfitData: 41
    }
  }
}
