/// The answers to the questions of devices that pair with this computer, for as long as
/// ``Radio/withPairing(_:_:)`` runs.
public struct PairingAgent: Sendable {
  /// What a person at this computer can do; the weaker of the two devices decides what is asked.
  public enum Ability: String, CaseIterable, Hashable, Sendable {
    /// Read a number.
    case display = "DisplayOnly"
    /// Read a number, and say whether it is right.
    case displayAndConfirm = "DisplayYesNo"
    /// Type a number.
    case keyboard = "KeyboardOnly"
    /// Read a number, and type one.
    case displayAndKeyboard = "KeyboardDisplay"
    /// Nothing: everybody in range may pair, and nobody knows who it is.
    case nothing = "NoInputNoOutput"
  }

  /// What a person at this computer can do.
  public let ability: Ability
  let answer: @Sendable (PairingQuestion) async -> PairingAnswer

  /// An agent.
  ///
  /// - Parameters:
  ///   - ability: What a person can do.
  ///   - answer: Answers a question, within a minute. Its task is cancelled when bluetoothd no
  ///     longer wants to know.
  public init(
    _ ability: Ability,
    _ answer: @escaping @Sendable (PairingQuestion) async -> PairingAnswer
  ) {
    self.ability = ability
    self.answer = answer
  }

  /// Numeric comparison: both devices show six digits, and a person says whether they are the same.
  ///
  /// A device that cannot show digits is refused.
  ///
  /// - Parameter isSame: Gets the digits to show, and returns whether the other device shows them.
  /// - Returns: The agent.
  public static func comparing(
    _ isSame: @escaping @Sendable (Passkey, Device) async -> Bool
  ) -> PairingAgent {
    PairingAgent(.displayAndConfirm) { question in
      guard case .isSame(let passkey, let device) = question else { return .refuse }
      return await isSame(passkey, device) ? .accept : .refuse
    }
  }

  /// Passkey entry: the other device shows six digits, and a person types them here.
  ///
  /// - Parameter passkey: Returns the digits; `nil` refuses to pair.
  /// - Returns: The agent.
  public static func typing(
    _ passkey: @escaping @Sendable (Device) async -> Passkey?
  ) -> PairingAgent {
    PairingAgent(.keyboard) { question in
      guard case .type(let device) = question else { return .refuse }
      return await passkey(device).map(PairingAnswer.passkey) ?? .refuse
    }
  }

  /// Passkey entry: this device shows six digits, and a person types them at the other one.
  ///
  /// - Parameter show: Shows the digits.
  /// - Returns: The agent.
  public static func showing(
    _ show: @escaping @Sendable (Passkey, Device) async -> Void
  ) -> PairingAgent {
    PairingAgent(.display) { question in
      guard case .show(let passkey, let device) = question else { return .refuse }
      await show(passkey, device)
      return .accept
    }
  }

  /// Pairing without a number ("just works"), which protects from listeners, but not from somebody
  /// who stands between the two.
  ///
  /// bluetoothd may pair without a question if neither device has a display.
  ///
  /// - Parameter mayPair: Returns whether to pair.
  /// - Returns: The agent.
  public static func asking(
    _ mayPair: @escaping @Sendable (Device) async -> Bool
  ) -> PairingAgent {
    PairingAgent(.nothing) { question in
      guard case .mayPair(let device) = question else { return .refuse }
      return await mayPair(device) ? .accept : .refuse
    }
  }
}

/// A question of a device that pairs with this computer.
public enum PairingQuestion: Hashable, Sendable {
  /// May the device pair?
  ///
  /// Nothing proves which device it is.
  case mayPair(Device)
  /// Does the device show these digits, too?
  case isSame(Passkey, Device)
  /// Which digits does the device show?
  case type(Device)
  /// No question: a person types these digits at the device.
  case show(Passkey, Device)
}

/// The answer to a question of a device that pairs.
public enum PairingAnswer: Hashable, Sendable {
  /// Yes.
  case accept
  /// No.
  case refuse
  /// The digits that the device shows.
  case passkey(Passkey)
}
