public import Sodium

/// The key pair by which others recognise a player, kept for as long as the player wants.
public struct PlayerKey: Sendable {
  let shared: SharedKeyPair

  /// The key of this pair.
  public init(_ pair: consuming KeyPair) {
    shared = SharedKeyPair(pair)
  }

  /// What others may know of it.
  public var publicKey: PlayerID { shared.publicKey }
}
