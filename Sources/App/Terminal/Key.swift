/// What a person does at a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The first button of the mouse was pressed at this place.
  case click(Place)
  /// This text was pasted; what was too long is cut.
  case paste(String)
  /// The terminal has this size now.
  case resized(Size)
  /// The program was stopped, and goes on.
  case continued
  /// The terminal has got the focus of its desktop, or lost it.
  case focus(Bool)
}

/// A key.
public enum Key: Hashable, Sendable {
  /// A key that writes this.
  case character(Character)
  /// The control key and this letter.
  case control(Character)
  /// A function key, from 1 on.
  case function(Int)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, escape, backspace, delete
}
