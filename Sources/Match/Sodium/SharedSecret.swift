/// A secret that the copies of a value share; it is overwritten when the last of them is gone.
///
/// ``SecretBytes`` have one owner, and many values that need a secret are copied; so the owner is
/// this.
public final class SharedSecret: Sendable {
  /// The secret itself.
  package let bytes: SecretBytes

  /// Takes `bytes` over.
  package init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }
}
