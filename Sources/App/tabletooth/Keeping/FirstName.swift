internal import BoardUI
internal import Glibc
internal import MatchProtocol
internal import Phrases

/// The question for a name, when somebody plays with others for the first time.
enum FirstName {
  /// Asks the person at the terminal, and keeps the answer; nothing happens if there is a name, or
  /// nobody to ask.
  ///
  /// - Throws: `ExitReason` if the input ends, or a `StoreError`.
  static func ask(for data: PlayerData, in environment: Environment) throws {
    guard environment.display == nil, !data.hasName, StandardInput.isTerminal,
      StandardOutput.isTerminal
    else { return }
    let login = loginName
    let question = login.map { say("Your name [\($0.description)]: ") } ?? say("Your name: ")
    while true {
      _ = StandardOutput.tell(question)
      guard let line = StandardInput.nextLine() else { throw ExitReason.quit }
      let text = line[...].trimmed
      do {
        if let name = text.isEmpty ? login : try Names.player(text) { return try data.keep(name) }
      } catch let reason as ExitReason {
        if let sentence = reason.sentence { _ = StandardOutput.tell(sentence + "\n") }
      }
    }
  }

  /// The name that the person has logged in with.
  private static var loginName: PlayerName? {
    guard let entry = unsafe getpwuid(getuid()) else { return nil }
    return PlayerName(unsafe String(cString: entry.pointee.pw_name))
  }
}
