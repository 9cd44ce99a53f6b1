internal import CNcurses
internal import Glibc
public import Terminal

/// A terminal in the hands of ncurses: it shows canvases and reads what is done there.
///
/// There is one at a time, and one thread at a time uses it.
@safe public struct Screen: ~Copyable {
  /// The number of colours it shows.
  public let depth: Colour.Depth
  private let screen: OpaquePointer
  private let window: UnsafeMutablePointer<WINDOW>
  private let isUTF8: Bool
  private var pairs: [Pair: CInt] = [:]
  private var shown: Canvas?
  private var keyboard: Keyboard
  private var title: String?
  /// True while the terminal has put its own title aside.
  private var holdsTitle = false

  /// Two colours, as ncurses numbers them.
  private struct Pair: Hashable {
    let foreground: CInt
    let background: CInt
  }

  /// Takes the terminal over, in raw mode; nil where it has no description.
  ///
  /// - Parameters:
  ///   - hasColours: whether colours are wanted.
  ///   - isUTF8: whether the terminal takes more than ASCII.
  ///   - reportsFocus: whether the terminal is to say when it has the focus of its desktop.
  public init?(hasColours: Bool, isUTF8: Bool, reportsFocus: Bool = false) {
    let direct = hasColours ? TerminalKind.direct : nil
    let modes = CrashGuard.modes
    guard let screen = unsafe tabletooth_open(direct), let window = unsafe tabletooth_window()
    else { return nil }
    // An arrow key over a slow line may come in two parts.
    set_escdelay(100)
    raw()
    noecho()
    nonl()
    unsafe nodelay(window, true)
    unsafe keypad(window, true)
    unsafe leaveok(window, false)
    depth = hasColours ? Self.startColours() : .none
    self.isUTF8 = isUTF8
    unsafe self.screen = unsafe screen
    unsafe self.window = unsafe window
    keyboard = Keyboard(reportsFocus: reportsFocus)
    keyboard.start()
    CrashGuard.arm(modes)
  }

  private static func startColours() -> Colour.Depth {
    guard has_colors(), start_color() == OK else { return .none }
    use_default_colors()
    return switch tabletooth_colours() {
    case ..<8: .none
    case ..<256: .sixteen
    case ..<0x100_0000: .palette
    default: .direct
    }
  }

  /// How large the terminal is now.
  public var size: Size {
    var (rows, columns): (CInt, CInt) = (0, 0)
    guard unsafe tabletooth_size(STDOUT_FILENO, &rows, &columns) == 0, rows > 0, columns > 0 else {
      return Size(rows: 24, columns: 80)
    }
    return Size(rows: Int(rows), columns: Int(columns))
  }

  // MARK: Showing

  /// Shows `canvas`; only what differs from the one before is sent.
  public mutating func show(_ canvas: Canvas) {
    if shown?.size != canvas.size {
      resizeterm(CInt(canvas.size.rows), CInt(canvas.size.columns))
      unsafe werase(window)
      unsafe clearok(window, true)
      shown = nil
    }
    let rows = (0..<canvas.size.rows).filter { row in
      shown.map { $0.row(row) != canvas.row(row) } ?? true
    }
    // What has a background comes first, then the rest: ncurses says anew what the colours are
    // whenever it goes from one to the other.
    var isDrawn = false
    for row in rows { isDrawn = draw(canvas.row(row), row, hasBackground: true) || isDrawn }
    if isDrawn, shown != nil {
      unsafe leaveok(window, true)
      unsafe wrefresh(window)
      unsafe leaveok(window, false)
    }
    for row in rows { _ = draw(canvas.row(row), row, hasBackground: false) }
    shown = canvas
    if let cursor = canvas.cursor {
      unsafe wmove(window, CInt(cursor.row), CInt(cursor.column))
    }
    curs_set(canvas.cursor == nil ? 0 : 1)
    unsafe wrefresh(window)
  }

  /// Hands ncurses the cells of a row that have a background, or those that have none.
  ///
  /// - Returns: whether there were any.
  private mutating func draw(
    _ cells: ArraySlice<Cell>,
    _ row: Int,
    hasBackground: Bool
  ) -> Bool {
    var isDrawn = false
    for (column, cell) in cells.enumerated() {
      guard let character = cell.character, (cell.style.background != nil) == hasBackground else {
        continue
      }
      isDrawn = true
      var text = character.unicodeScalars.prefix(5).map { scalar in
        isUTF8 || scalar.isASCII ? wchar_t(bitPattern: scalar.value) : 0x3F
      }
      text.append(0)
      let (pair, attributes) = look(cell.style)
      unsafe tabletooth_put(window, CInt(row), CInt(column), &text, attributes, pair)
    }
    return isDrawn
  }

  /// The pair of colours and the attributes that show a style.
  private mutating func look(_ style: Style) -> (pair: CInt, attributes: CUnsignedInt) {
    var attributes: CUnsignedInt = 0
    if style.isBold { attributes |= tabletooth_bold }
    if style.isDim { attributes |= tabletooth_dim }
    if style.isUnderlined { attributes |= tabletooth_underline }
    if style.isReversed { attributes |= tabletooth_reverse }
    let colours = Pair(
      foreground: number(style.foreground),
      background: number(style.background)
    )
    guard colours != Pair(foreground: -1, background: -1) else { return (0, attributes) }
    if let pair = pairs[colours] { return (pair, attributes) }
    let pair = CInt(pairs.count + 1)
    guard pair < tabletooth_pairs(),
      init_extended_pair(pair, colours.foreground, colours.background) == OK
    else { return (0, attributes) }
    pairs[colours] = pair
    return (pair, attributes)
  }

  /// A colour as ncurses numbers it; -1 is the terminal's own.
  private func number(_ colour: Colour?) -> CInt {
    switch colour?.resolved(to: depth) {
    case nil: -1
    case .palette(let number) where depth == .sixteen && tabletooth_colours() < 16:
      CInt(number % 8)
    case .palette(let number): CInt(number)
    // The first eight are those of the palette.
    case .direct(let rgb): CInt(rgb) < 8 ? (rgb == 0 ? 0 : 8) : CInt(rgb)
    }
  }

  /// Rings the terminal's bell.
  public func ring() {
    beep()
  }

  /// Sends a sequence that shows nothing on the screen.
  public func send(_ text: String) {
    Keyboard.send(text)
  }

  /// Has the window of the terminal called `title`, until it is given back; the consoles of the
  /// kernel and terminals without windows have none.
  public mutating func setTitle(_ title: String) {
    guard TerminalKind.hasTitle else { return }
    if !holdsTitle { send(Self.titleAway) }
    (self.title, holdsTitle) = (title, true)
    send("\u{1B}]2;\(title)\u{1B}\\")
  }

  /// XTWINOPS of xterm: the terminal puts its title on a stack, and takes it back from there.
  private static let (titleAway, titleBack) = ("\u{1B}[22;2t", "\u{1B}[23;2t")

  // MARK: Reading

  /// What was done since the last time; nil when nothing is left.
  public mutating func nextEvent() -> TerminalEvent? {
    unsafe keyboard.next(from: window)
  }

  /// The number of bytes that wait to be read; 0 where a terminal that says it can be read has
  /// gone.
  public static var waiting: Int { Int(tabletooth_waiting(STDIN_FILENO)) }

  // MARK: Leaving

  /// Gives the terminal back as it was, for as long as the program is stopped.
  public mutating func leave() {
    keyboard.stop()
    if holdsTitle { send(Self.titleBack) }
    holdsTitle = false
    endwin()
  }

  /// Takes the terminal over again, which may show anything.
  ///
  /// A shell that had it meanwhile has set it in its own way, also where ncurses knows of nothing.
  public mutating func comeBack() {
    reset_prog_mode()
    unsafe clearok(window, true)
    unsafe wrefresh(window)
    unsafe keypad(window, true)
    keyboard.restart()
    if let title, !holdsTitle { setTitle(title) }
    shown = nil
  }

  deinit {
    CrashGuard.disarm()
    keyboard.stop()
    if holdsTitle { send(Self.titleBack) }
    endwin()
    unsafe delscreen(screen)
  }
}
