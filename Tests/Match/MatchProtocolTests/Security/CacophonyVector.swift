import MatchSimulation

/// The published vector of `Noise_XX_25519_ChaChaPoly_SHA256`.
///
/// From `tests/vectors/cacophony.txt` of mcginty/snow (Apache-2.0 or MIT), where it came from
/// haskell-cryptography/cacophony (public domain). The hash is that of newer copies; that of older
/// ones lacks the last payload.
enum CacophonyVector {
  static let prologue = [UInt8](hex: "4a6f686e2047616c74")
  static let initiatorStatic = "e61ef9919cde45dd5f82166404bd08e38bceb5dfdfded0a34c8df7ed542214d1"
  static let initiatorEphemeral =
    "893e28b9dc6ca8d611ab664754b8ceb7bac5117349a4439a6b0569da977c464a"
  static let responderStatic = "4a3acbfdb163dec651dfa3194dece676d437029c62a408b4c5ea9114246e4893"
  static let responderEphemeral =
    "bbdb4cdbd309f1a1f2e1456967fe288cadd6f712d65dc7b7793d5e63da6b375b"
  static let handshakeHash = [UInt8](
    hex: "c8e5f64e846193be2a834104c2a009868d6c9f3bd3c186299888b488b2f1f58e"
  )

  /// What both say in turn, the initiator first: three messages of the handshake, and three after
  /// it.
  static let messages: [(payload: [UInt8], ciphertext: [UInt8])] = [
    (
      "4c756477696720766f6e204d69736573",
      """
      ca35def5ae56cec33dc2036731ab14896bc4c75dbb07a61f879f8e3afa4c79444c756477696720766f6e204d
      69736573
      """
    ),
    (
      "4d757272617920526f746862617264",
      """
      95ebc60d2b1fa672c1f46a8aa265ef51bfe38e7ccb39ec5be34069f14480884381cbad1f276e038c48378ffc
      e2b65285e08d6b68aaa3629a5a8639392490e5b9bd5269c2f1e4f488ed8831161f19b7815528f8982ffe09be
      9b5c412f8a0db50f8814c7194e83f23dbd8d162c9326ad
      """
    ),
    (
      "462e20412e20486179656b",
      """
      c7195ffacac1307ff99046f219750fc47693e23c3cb08b89c2af808b444850a80ae475b9df0f169ae80a89be
      0865b57f58c9fea0d4ec82a286427402f113e4b6ae769a1d95941d49b25030
      """
    ),
    (
      "4361726c204d656e676572",
      "96763ed773f8e47bb3712f0e29b3060ffc956ffc146cee53d5e1df"
    ),
    (
      "4a65616e2d426170746973746520536179",
      "3e40f15f6f3a46ae446b253bf8b1d9ffb6ed9b174d272328ff91a7e2e5c79c07f5"
    ),
    (
      "457567656e2042f6686d20766f6e2042617765726b",
      "eb3f3515110702e047a6c9da4478b6ead94873c11c0f2d710ddb3f09fce024b3a58502ae3f"
    ),
  ]
  .map { ([UInt8](hex: $0.0), [UInt8](hex: $0.1)) }
}
