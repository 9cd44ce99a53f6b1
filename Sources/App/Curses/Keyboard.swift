internal import CNcurses
internal import Glibc
internal import Terminal

/// Keys and the mouse, as ncurses reads them.
struct Keyboard {
  /// The longest pasted text that is kept, in characters.
  private static let longestPaste = 4_096
  /// What ncurses is told to say for the two ends of a pasted text; beyond its own keys.
  private static let pasteBegins: CInt = 0x1000
  private static let pasteEnds: CInt = 0x1001
  /// The same for a terminal that gets the focus, or loses it.
  private static let focusComes: CInt = 0x1002
  private static let focusGoes: CInt = 0x1003

  /// True if the terminal is to say when it has the focus.
  let reportsFocus: Bool

  /// What has been pasted so far, while that goes on.
  private var paste: String?
  /// The bytes of a character that is not whole yet.
  private var bytes: [UInt8] = []

  init(reportsFocus: Bool) {
    self.reportsFocus = reportsFocus
  }

  /// Asks for the mouse, and for the ends of pasted text to be marked.
  func start() {
    mouseinterval(0)
    restart()
    _ = unsafe define_key("\u{1B}[200~", Self.pasteBegins)
    _ = unsafe define_key("\u{1B}[201~", Self.pasteEnds)
    _ = unsafe define_key("\u{1B}[I", Self.focusComes)
    _ = unsafe define_key("\u{1B}[O", Self.focusGoes)
    // Terminals send one or the other form, whatever their description says.
    for (letter, key) in [("A", KEY_UP), ("B", KEY_DOWN), ("C", KEY_RIGHT), ("D", KEY_LEFT)] {
      _ = unsafe define_key("\u{1B}[\(letter)", key)
      _ = unsafe define_key("\u{1B}O\(letter)", key)
    }
    // The first function keys of the Linux console, and of terminals that number them.
    for (index, letter) in ["A", "B", "C", "D", "E"].enumerated() {
      let key = KEY_F0 + 1 + CInt(index)
      _ = unsafe define_key("\u{1B}[[\(letter)", key)
      _ = unsafe define_key("\u{1B}[\(11 + index)~", key)
    }
  }

  /// Asks for it again after ``stop()``.
  func restart() {
    // All of it: after what nobody wants to know, wgetch waits for something else to read.
    mousemask(mmask_t(tabletooth_mouse), nil)
    // The older form has no columns beyond 223.
    Self.send("\u{1B}[?1006h\u{1B}[?2004h")
    if reportsFocus { Self.send("\u{1B}[?1004h") }
  }

  /// Wants it no more.
  func stop() {
    mousemask(0, nil)
    Self.send("\u{1B}[?1006l\u{1B}[?2004l")
    if reportsFocus { Self.send("\u{1B}[?1004l") }
  }

  /// Terminals that do not know it say nothing to it.
  static func send(_ text: String) {
    var bytes = Array(text.utf8)
    _ = unsafe write(STDOUT_FILENO, &bytes, bytes.count)
  }

  /// What was done; nil when all is read.
  ///
  /// Bytes are put together here: ncurses would lose up to 144 that follow one that is no text.
  mutating func next(from window: UnsafeMutablePointer<WINDOW>) -> TerminalEvent? {
    while true {
      let code = unsafe wgetch(window)
      guard code != ERR else { return nil }
      if code == 0x1B, paste == nil, let sequence = unsafe readSequence(from: window) {
        if let place = sequence.click { return .click(place) }
        continue
      }
      if let event = code < 256 ? take(UInt8(truncatingIfNeeded: code)) : take(key: code) {
        return event
      }
    }
  }

  /// Reads on to the end of a sequence that ncurses does not know, and whose escape was read: it
  /// may be a click, and is nothing that was typed.
  ///
  /// - Returns: nil where the escape was a key by itself; nothing more is read then.
  private func readSequence(from window: UnsafeMutablePointer<WINDOW>) -> TerminalSequence? {
    let first = unsafe wgetch(window)
    guard let byte = UInt8(exactly: first),
      var sequence = TerminalSequence(after: byte)
    else {
      if first != ERR { ungetch(first) }
      return nil
    }
    while !sequence.isWhole, let byte = UInt8(exactly: unsafe wgetch(window)) {
      sequence.take(byte)
    }
    return sequence
  }

  private mutating func take(key: CInt) -> TerminalEvent? {
    bytes = []
    guard let text = paste else {
      if key == Self.pasteBegins { paste = "" }
      return special(key)
    }
    guard key == Self.pasteEnds else { return nil }
    paste = nil
    return .paste(text)
  }

  private mutating func take(_ byte: UInt8) -> TerminalEvent? {
    guard let scalar = decode(byte) else { return nil }
    guard paste != nil else { return written(scalar) }
    if (paste?.unicodeScalars.count ?? 0) < Self.longestPaste {
      paste?.unicodeScalars.append(scalar)
    }
    return nil
  }

  /// The scalar that ends with this byte of UTF-8; bytes that are no text are forgotten.
  private mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    let isContinuation = byte & 0xC0 == 0x80
    if !isContinuation { bytes = [] }
    bytes.append(byte)
    let length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2
    guard bytes.count == length || bytes[0] & 0xC0 == 0x80 else { return nil }
    defer { bytes = [] }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return text.unicodeScalars.first
  }

  /// A key that writes something, or does so with control.
  private func written(_ scalar: Unicode.Scalar) -> TerminalEvent? {
    let code = scalar.value
    switch code {
    case 8, 127: return .key(.backspace)
    case 9: return .key(.tab)
    case 10, 13: return .key(.enter)
    case 27: return .key(.escape)
    case 1..<27: return .key(.control(Character(Unicode.Scalar(UInt8(code + 0x60)))))
    case 0, 28..<32, 128..<160: return nil
    default: return .key(.character(Character(scalar)))
    }
  }

  private func special(_ code: CInt) -> TerminalEvent? {
    switch code {
    case KEY_UP: .key(.up)
    case KEY_DOWN: .key(.down)
    case KEY_LEFT: .key(.left)
    case KEY_RIGHT: .key(.right)
    case KEY_HOME: .key(.home)
    case KEY_END: .key(.end)
    case KEY_PPAGE: .key(.pageUp)
    case KEY_NPAGE: .key(.pageDown)
    case KEY_ENTER: .key(.enter)
    case KEY_BACKSPACE: .key(.backspace)
    case KEY_DC: .key(.delete)
    // The description of the Linux console takes control-Z for a key of that name.
    case KEY_SUSPEND: .key(.control("z"))
    case KEY_MOUSE: click()
    case Self.focusComes: .focus(true)
    case Self.focusGoes: .focus(false)
    case KEY_F0 + 1...KEY_F0 + 12: .key(.function(Int(code - KEY_F0)))
    default: nil
    }
  }

  private func click() -> TerminalEvent? {
    var event = MEVENT()
    guard unsafe getmouse(&event) == OK,
      event.bstate & mmask_t(tabletooth_pressed) != 0
    else { return nil }
    return .click(Place(Int(event.y), Int(event.x)))
  }
}
