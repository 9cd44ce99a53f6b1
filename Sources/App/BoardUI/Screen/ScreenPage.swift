public import Terminal

/// A page of the screen that is no game: it takes what is done at the terminal until something is
/// chosen.
public protocol ScreenPage: Sendable {
  /// The choice that a page offers.
  associatedtype Choice: Sendable

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  mutating func update(_ event: TerminalEvent) -> Choice?

  /// The page as it is.
  var view: Canvas { get }
}

extension StartMenu: ScreenPage {}
extension GameShelf: ScreenPage {}
extension ReplayScreen: ScreenPage {}
extension SettingsScreen: ScreenPage {}
