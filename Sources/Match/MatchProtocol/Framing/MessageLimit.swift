/// How long a message may be, in bytes.
public enum MessageLimit {
  /// What the length field can say.
  public static let field = 65_535

  /// On a link with an id of its own.
  public static let match = 4_096

  /// On link 0, where strangers greet.
  public static let handshake = 512
}
