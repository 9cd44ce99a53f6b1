import Phrases

/// Messages about a pipe, on standard error.
public enum PipeStrings {
  /// The program called `name` waits for the other end, which comes by one of `invitations`.
  static func waiting(_ name: String, at invitations: [String]) -> String {
    say(
      """
      \(name)'s pipe is waiting for its other end. On the other computer, run:
      \(NetworkStrings.commands("tabletooth pipe", invitations))
      """
    )
  }

  /// Standard input cannot be read, for this reason.
  public static func unreadable(_ reason: String) -> String {
    say("cannot read standard input: \(reason)")
  }
}
