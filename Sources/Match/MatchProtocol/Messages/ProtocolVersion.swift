/// The versions of the protocol.
public enum ProtocolVersion {
  /// Those that this program speaks.
  public static let supported: ClosedRange<UInt16> = 4...4

  /// The highest version that both sides speak.
  public static func common(
    _ ours: ClosedRange<UInt16>,
    _ theirs: ClosedRange<UInt16>
  ) -> UInt16? {
    ours.overlaps(theirs) ? min(ours.upperBound, theirs.upperBound) : nil
  }
}
