public import Sodium

/// Who a player is, whatever the name: the public half of the player's long-lived key.
///
/// Keys of one exchange are ``Sodium/PublicKey`` too, and name nobody.
public typealias PlayerID = PublicKey
