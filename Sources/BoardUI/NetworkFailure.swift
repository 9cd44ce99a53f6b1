import Phrases

/// Why two players do not meet over a network.
public enum NetworkFailure: Hashable, Sendable {
  /// Another program listens there already.
  case inUse(String)
  /// This computer cannot listen there; the system's words.
  case cannotListen(String, words: String)
  /// No computer has this name; the system's words.
  case unknownHost(String, words: String)
  /// Nobody listens there, or the network does not lead there; the system's words.
  case unreachable(String, words: String)
  /// Nobody answered there for this long.
  case noAnswer(String, after: Duration)

  /// The process's exit status.
  var code: Int32 {
    switch self {
    case .inUse, .cannotListen: 70
    case .unknownHost, .unreachable, .noAnswer: 71
    }
  }
}

extension Complaint {
  /// What is wrong with the network, or with what it leads to.
  static func network(_ failure: NetworkFailure) -> Self {
    switch failure {
    case .inUse(let place):
      .init(
        say("another program listens at \(place)"),
        say("end that one, or name another port: tabletooth host --listen :4000")
      )
    case .cannotListen(let place, let words):
      .init(
        say("this computer cannot listen at \(place): \(words)"),
        say("name an address of this computer, or type tabletooth host --listen alone")
      )
    case .unknownHost(let name, let words):
      .init(
        say("no computer called \(name) was found: \(words)"),
        say("see whether the name is right")
      )
    case .unreachable(let place, let words):
      .init(say("could not connect to \(place): \(words)"), isOpenThere)
    case .noAnswer(let place, let limit):
      .init(
        say(
          "could not connect to \(place): nobody answered for \(limit.components.seconds) seconds"
        ),
        isOpenThere
      )
    }
  }

  private static var isOpenThere: String {
    say("see whether tabletooth host --listen runs there, and lets this computer in")
  }
}
