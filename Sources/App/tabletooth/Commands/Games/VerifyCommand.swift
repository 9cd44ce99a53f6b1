internal import ArgumentParser
internal import BoardUI
internal import GameRules
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth verify`: says whether both players have signed the result in a file.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a result that both players have signed.",
    discussion: """
      «tabletooth games export N --signed» prints such a result, once both players have moved in \
      the match and the game has ended. The file says by which keys it is signed; whose they are, \
      you know for yourself and for those whom you have played with.
      """
  )

  @Argument(help: "The file; - is standard input.")
  var file: String

  func run() throws {
    let signed = try read()
    guard signed.isTrue else {
      throw ExitReason.brokenFile(
        place: file,
        found: say("a signature of something else"),
        expected: say("what both players have signed")
      )
    }
    let playerData = try PlayerData.open()
    let result = signed.result
    let sides = result.isHostFirst ? result.keys : result.keys.reversed()
    var lines = [SignedStrings.summary(result)]
    for (side, key) in zip(Side.allCases, sides) {
      lines.append(SignedStrings.signer(side, in: result, try who(key, playerData)))
    }
    guard StandardOutput.tell(lines.joined(separator: "\n") + "\n") else {
      throw ExitReason.outputClosed
    }
  }

  private func read() throws -> SignedResult {
    do {
      let bytes = try GameText.bytes(of: file, limit: SignedResult.longestText)
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("Tabletooth result") else { throw ExitReason.noSignedResult(file) }
      return try SignedResult(reading: text)
    } catch let error as GameText.Unreadable {
      throw ExitReason.usage(say("\(file) cannot be read: \(error.reason)"))
    } catch let error as UnreadableResult {
      throw ExitReason.brokenFile(
        place: "\(file):\(error.line)",
        found: PrintableLine.clean(error.found),
        expected: error.expected
      )
    }
  }

  /// Whose key it is, as far as that is known here.
  private func who(_ key: [UInt8], _ playerData: PlayerData) throws -> SignedStrings.Signer {
    if try playerData.existingKey()?.signer.publicKey == key { return .owner }
    guard let player = try playerData.store.player(signingBy: key) else { return .stranger(key) }
    let known = try playerData.store.trustBook().players.first { $0.key == player }
    return known.map { .known($0.displayName.description) } ?? .met(key)
  }
}
