import MatchPlay
import MatchProtocol
import Phrases

/// Messages about files.
public enum FileStrings {
  static func line(_ notice: FileNotice, _ name: String, _ errand: Errand?) -> String {
    switch notice {
    case .offered(let offer, let isTaken): offered(offer, isTaken: isTaken, name)
    case .offering(let offer):
      say("You offered \(what(offer)) to \(name).") + "\n" + hash(offer)
    case .moves(let transfer): moves(transfer)
    case .progress(let transfer, let rate): progress(transfer, rate)
    case .sent(let offer, 0): say("\(name) received \(title(offer)) intact.")
    case .sent(let offer, let rate):
      say("\(name) received \(title(offer)) intact, at \(bytes(rate)) per second.")
    case .stored(let offer, let path):
      say("\(title(offer)) arrived intact. Saved as: \(PrintableText(path, limit: 200).text)")
    case .ended(let offer, let why): end(offer, why, name, errand)
    case .refused(let refusal): refused(refusal, name)
    }
  }

  private static func offered(_ offer: FileOffer, isTaken: Bool, _ name: String) -> String {
    guard !isTaken else { return say("\(name) sends you \(what(offer)).") }
    return say("\(name) wants to send you \(what(offer)). Type yes to accept it, or no.") + "\n"
      + hash(offer)
  }

  /// The reply to an answer that is neither yes nor no.
  static var isWanted: String {
    say("Type yes to accept the file, no to refuse it, or quit to stop.")
  }

  /// The beginning of a file's hash, as much as fits on one line of a screen.
  private static func hash(_ offer: FileOffer) -> String {
    let digits = Array(offer.hash.prefix(4)).hexadecimal
    return say("SHA-256 \(digits)…; status shows all of it")
  }

  private static func moves(_ transfer: Transfer) -> String {
    transfer.done > 0
      ? say("\(title(transfer.offer)) resumes at \(transfer.percent) %.")
      : say("\(title(transfer.offer)) is being transferred.")
  }

  /// Files can come by one of `invitations`, which stand behind `tabletooth send FILE`.
  static func waiting(_ name: String, at invitations: [String]) -> String {
    say(
      """
      Receiving files as \(name). On the other computer, run:
      \(NetworkStrings.commands("tabletooth send \(say("FILE"))", invitations))
      Type quit to stop waiting.
      """
    )
  }

  /// The program looks for the other one.
  static func looking(_ errand: Errand) -> String {
    switch errand {
    case .send, .receive: say("Looking for the receiver. Type quit to stop.")
    case .pipe: say("Looking for the other end of the pipe.")
    }
  }

  /// The program of the other one was started again.
  static func begunAgain(_ name: String) -> String { say("\(name) started again.") }

  /// The link is lost on which two programs have met for nothing else.
  static func linkLost(_ name: String) -> String {
    say(
      """
      Connection to \(name) lost. Reconnecting for up to \
      \(SessionTimes.seat.components.seconds / 60) minutes; the transfer then resumes. Press \
      control-C to leave.
      """
    )
  }

  static func linkLostAtEnd(_ name: String) -> String {
    say(
      """
      Connection to \(name) lost; \(name) has not received everything.
      Press control-C to leave without waiting.
      """
    )
  }

  static func linked(_ name: String) -> String { say("Connected to \(name).") }

  /// A line about a transfer, with or without a connection.
  static func line(_ transfer: Transfer, isSuspended: Bool, now: Duration) -> String {
    switch transfer.stage {
    case .offered:
      say("\(title(transfer.offer)): offered") + "\nSHA-256 \(transfer.offer.hash.hexadecimal)"
    case .moving: progress(transfer, isSuspended ? 0 : transfer.rate(now: now))
    case .checking: say("\(title(transfer.offer)): complete, now being checked")
    }
  }

  /// The text before the input line while a file moves; nil if none does.
  static func brief(
    _ transfers: [Transfer],
    isSuspended: Bool,
    now: Duration
  ) -> String? {
    guard let transfer = transfers.last(where: { $0.stage == .moving }) else { return nil }
    let title = title(transfer.offer)
    guard let seconds = secondsLeft(transfer, isSuspended ? 0 : transfer.rate(now: now)) else {
      return say("\(title): \(transfer.percent) %")
    }
    return say("\(title): \(transfer.percent) %, \(seconds) s left")
  }

  /// The progress of transfers for different widths, the longest first; empty if none is under way.
  static func progress(
    _ transfers: [Transfer],
    isSuspended: Bool,
    now: Duration
  ) -> [String] {
    guard let transfer = transfers.last(where: { $0.stage == .moving }) else { return [] }
    let name = TalkStrings.isolated(PrintableText(transfer.offer.name, limit: 16).text)
    return [
      progress(transfer, isSuspended ? 0 : transfer.rate(now: now)),
      brief(transfers, isSuspended: isSuspended, now: now) ?? "",
      say("\(name): \(transfer.percent) %"),
      "\(transfer.percent) %",
    ]
  }

  private static func secondsLeft(_ transfer: Transfer, _ rate: Double) -> Int? {
    let left = Double(transfer.offer.size - min(transfer.done, transfer.offer.size))
    return rate > 0 ? Int((left / rate).rounded(.up)) : nil
  }

  private static func progress(_ transfer: Transfer, _ rate: Double) -> String {
    guard let seconds = secondsLeft(transfer, rate) else {
      return say("\(title(transfer.offer)): \(transfer.percent) %")
    }
    return say(
      "\(title(transfer.offer)): \(transfer.percent) %, \(bytes(rate))/s, \(seconds) s left"
    )
  }

  private static func end(
    _ offer: FileOffer,
    _ why: FileEnd,
    _ name: String,
    _ errand: Errand?
  ) -> String {
    let file = title(offer)
    return switch why {
    case .refusedThere: say("\(name) declined \(file).")
    case .refusedHere: say("You declined \(file).")
    case .cancelledThere: say("\(name) cancelled \(file). Sent again, it resumes where it stopped.")
    case .cancelledHere: say("\(file) was cancelled. Sent again, it resumes where it stopped.")
    case .failedThere: failed(file, name, errand)
    case .failedHere(let reason): "\(file): \(reason)"
    }
  }

  /// The other side cannot go on with a file.
  private static func failed(_ file: String, _ name: String, _ errand: Errand?) -> String {
    switch errand {
    case .receive:
      say("\(name) cannot continue sending \(file): the file is unreadable or has changed.")
    case .send: say("\(file) failed: \(name) could not store it, or the file has changed.")
    case .pipe, nil:
      say("\(file) failed: \(name) cannot read or store it, or the file has changed.")
    }
  }

  private static func refused(_ refusal: FileRefusal, _ name: String) -> String {
    switch refusal {
    case .nobody: say("There is nobody to send it to.")
    case .notUnderstood: say("\(name)'s Tabletooth is too old to receive files.")
    case .nothingOffered: say("Nobody has offered you a file.")
    case .nothingToCancel: say("No transfer is running.")
    case .tooMany: say("Four transfers are already running. Type cancel to stop the last one.")
    case .underWay: say("A transfer of the same content is already running.")
    }
  }

  private static func what(_ offer: FileOffer) -> String {
    say("\(title(offer)), \(bytes(Double(offer.size)))")
  }

  /// The name of a file, fit to be shown.
  static func title(_ offer: FileOffer) -> String {
    TalkStrings.isolated(PrintableText(offer.name, limit: 80).text)
  }

  /// A number of bytes for people, in powers of 1,000.
  public static func bytes(_ count: Double) -> String {
    var (count, units) = (count, ["B", "kB", "MB", "GB"][...])
    while count >= 999.5, units.count > 1 {
      count /= 1_000
      units = units.dropFirst()
    }
    let tenths = Int((count * 10).rounded())
    let isFine = tenths < 100 && units.startIndex > 0
    let text = isFine ? "\(tenths / 10).\(tenths % 10)" : "\(Int(count.rounded()))"
    return "\(text) \(units.first ?? "")"
  }

  // MARK: What is wrong with a file

  /// The reason why a file is not offered after many others.
  static var tooFast: String {
    say("Too many offers at once. This one was not sent; try again in a few seconds.")
  }
  /// The file at this path cannot be opened, for this reason.
  public static func unreadable(_ path: String, _ reason: String) -> String {
    say("cannot read \(PrintableText(path, limit: 200).text): \(reason)")
  }
  /// The path is no regular file.
  public static func noRegularFile(_ path: String) -> String {
    say("\(PrintableText(path, limit: 200).text) is a folder or a device; only files can be sent")
  }
  /// A file is shorter than it was.
  public static var changed: String { say("it changed during the transfer; send it again") }
  /// A file is not what was offered.
  public static var wrongHash: String {
    say("the received file differs from the offer and was discarded")
  }
  /// A file that comes cannot be written, for this reason.
  ///
  /// - Parameters:
  ///   - reason: Why, in the words of the system.
  ///   - hasPart: Whether a part of it is here.
  /// - Returns: The line.
  public static func notWritten(_ reason: String, hasPart: Bool) -> String {
    hasPart
      ? say("it cannot be written: \(reason). The received part stays.")
      : say("it cannot be written: \(reason)")
  }
  /// The folder at this path cannot take files, for this reason.
  public static func unfitFolder(_ path: String, _ reason: String) -> String {
    say("cannot write files to \(PrintableText(path, limit: 200).text): \(reason)")
  }
}
