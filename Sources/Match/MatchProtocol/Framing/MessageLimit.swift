/// The maximum length of a message, in bytes.
public enum MessageLimit {
  /// The largest value of the length field.
  public static let field = 65_535

  /// On a link with an id of its own.
  public static let match = 4_096

  /// On link 0, where strangers greet.
  public static let handshake = 512
}
