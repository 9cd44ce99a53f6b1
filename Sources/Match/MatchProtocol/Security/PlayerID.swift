public import Sodium

/// Who a player is, whatever the name: the public half of a key pair that the player made to meet
/// the owner of the book where it stands.
///
/// Keys of one exchange are ``Sodium/PublicKey`` too, and name nobody.
public typealias PlayerID = PublicKey
