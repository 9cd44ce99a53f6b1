/// The maximum length of a message, in bytes.
public enum MessageLimit {
  /// The largest value of the length field.
  public static let field = 65_535

  /// On a link with an id of its own.
  public static let match = 4_096

  /// On a link with long packets: a part of a file with all that stands around it.
  public static let record = PacketSize.longest - Assembly.prefixSize - FragmentHeader.size

  /// On link 0, where strangers greet.
  public static let handshake = 512
}
