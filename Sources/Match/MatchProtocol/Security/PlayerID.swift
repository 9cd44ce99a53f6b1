public import Sodium

/// The identity of a player, whatever the name: the public half of a key pair that the player made
/// to meet the owner of the book that lists it.
///
/// Keys of one exchange are ``Sodium/PublicKey`` too, and name nobody.
public typealias PlayerID = PublicKey
