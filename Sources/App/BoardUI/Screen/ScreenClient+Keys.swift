import GameRules
import MatchPlay
import Terminal

/// The effects of the keys.
extension ScreenClient {
  mutating func take(_ event: TerminalEvent, now: Duration) {
    guard analysis == nil else { return takeInAnalysis(event) }
    switch event {
    case .key(let key):
      if key != .control("c") { app.goOnAfterStop() }
      take(key, now: now)
    case .click(let place):
      app.goOnAfterStop()
      click(place, now: now)
    case .paste(let text): paste(text)
    case .resized(let size): face.size = size
    case .continued: order(.redraw)
    case .focus(let isHere): face.isWatched = isHere
    }
  }

  private mutating func paste(_ text: String) {
    guard ending == nil, face.sheet == nil, face.confirmation == nil else { return }
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    face.prefix = nil
    type(PrintableText(line, limit: ScreenFace.longestInput).text)
  }

  mutating func type(_ text: String) {
    face.reply = nil
    face.input += text.prefix(ScreenFace.longestInput - face.input.count)
  }

  private mutating func take(_ key: Key, now: Duration) {
    if key == .control("z") { return order(.suspend) }
    if key == .control("l") { return order(.redraw) }
    if ending != nil { return takeAtEnd(key) }
    if key == .control("c") { return interrupt(.interrupt, now: now) }
    if face.sheet != nil { return turnSheet(key, now: now) }
    if let confirmation = face.confirmation { return answer(confirmation, key, now: now) }
    takeKey(key, now: now)
  }

  /// Leaves the last screen.
  private mutating func takeAtEnd(_ key: Key) {
    if key == .character("v") { return analyse() }
    let keys: [Key] = [.enter, .escape, .character(" "), .character("q"), .control("c")]
    if keys.contains(key) { order(.close) }
  }

  /// Shows more of a sheet, or takes it away; a letter that begins a word is typed, too.
  private mutating func turnSheet(_ key: Key, now: Duration) {
    guard var sheet = face.sheet else { return }
    face.sheet = sheet.turn(key, on: face.size) ? sheet : nil
    guard face.sheet == nil, case .character(let letter) = key, letter != " ",
      shortcut(letter) == nil || waitsForEnter(letter) || app.table.isAskedToGoBack
    else { return }
    takeKey(key, now: now)
  }

  private mutating func answer(
    _ confirmation: ScreenFace.Confirmation,
    _ key: Key,
    now: Duration
  ) {
    (face.confirmation, face.reply) = (nil, nil)
    guard let isYes = agrees(to: confirmation, by: key) else {
      face.confirmation = confirmation
      return
    }
    guard isYes else {
      // The key may go on with a word that began with the one that asked; any other is a no.
      guard case .character(let letter) = key, !continues(letter) else { return }
      face.prefix = nil
      if "nN".contains(letter) { face.noteAnswer("no", now: now) }
      return
    }
    face.prefix = nil
    switch confirmation {
    case .resign: obeyNow(.resign, now: now)
    case .leave:
      obeyNow(.quit, now: now)
      // Who types the whole word means no more than its letter.
      face.prefix = .obeyed("yes")
    }
  }

  /// True if `key` says yes; nil if the word is not whole yet.
  ///
  /// A game is given up by a whole word: the letters of `try` ask for a hint and to resign.
  private mutating func agrees(to confirmation: ScreenFace.Confirmation, by key: Key) -> Bool? {
    guard case .character(let letter) = key else { return false }
    if letter == "是" { return true }
    guard confirmation == .resign else { return "yY".contains(letter) }
    let word = face.agreement + letter.lowercased()
    face.agreement = "yes".hasPrefix(word) ? word : ""
    return word == "yes" ? true : face.agreement.isEmpty ? false : nil
  }

  private mutating func takeKey(_ key: Key, now: Duration) {
    switch key {
    case .character(let character): return write(character, now: now)
    case .up: move(up: 1, right: 0)
    case .down: move(up: -1, right: 0)
    case .left: move(up: 0, right: -1)
    case .right: move(up: 0, right: 1)
    case .enter: enter(now: now)
    case .backspace, .delete: if !face.input.isEmpty { face.input.removeLast() }
    case .escape: (face.input, face.picked, face.reply) = ("", nil, nil)
    case .function(1): obeyNow(.help, now: now)
    case .function(2): obeyNow(.hint, now: now)
    case .function(8): order(Work.switchSound)
    case .pageUp: scrollChat(up: true)
    case .pageDown: scrollChat(up: false)
    case .control("d") where face.input.isEmpty: ask(.leave, now: now)
    case .control("u"): face.input = ""
    default: break
    }
    face.prefix = nil
  }

  private mutating func move(up: Int, right: Int) {
    guard let cursor = face.cursor, let layout = boardLayout else { return }
    face.reply = nil
    face.cursor = layout.neighbour(of: cursor, up: up, right: right)
  }

  private mutating func click(_ place: Place, now: Duration) {
    guard ending == nil, face.sheet == nil, face.confirmation == nil,
      let point = boardLayout?.point(at: area.place(of: place))
    else { return }
    face.prefix = nil
    face.cursor = point
    choose(point, now: now)
  }

  private mutating func enter(now: Duration) {
    let line = face.input
    (face.input, face.reply) = ("", nil)
    if face.isAnswered(by: line, now: now) { return }
    if line.isEmpty {
      if let cursor = face.cursor { choose(cursor, now: now) }
      return
    }
    if let letter = line.first, line.count == 1, waitsForEnter(letter) {
      return obeyLetter(letter, now: now)
    }
    switch Command(line) {
    case .resign: ask(.resign, now: now)
    case .quit: ask(.leave, now: now)
    case let command: obeyNow(command, now: now)
    }
  }

  /// Asks before what cannot be undone; where nothing would be lost, it is done at once.
  mutating func ask(_ confirmation: ScreenFace.Confirmation, now: Duration) {
    guard case .playing = app.table.phase, !app.table.isWatching else {
      return obeyNow(confirmation == .resign ? .resign : .quit, now: now)
    }
    (face.confirmation, face.agreement) = (confirmation, "")
  }
}

// MARK: - Letters

extension ScreenClient {
  /// The immediate effect of a letter; a letter that begins a move does nothing.
  private enum Shortcut {
    case command(Command, word: String)
    case ask(ScreenFace.Confirmation)
    case threats
    case analysis
  }

  private mutating func write(_ character: Character, now: Duration) {
    if continues(character) { return }
    face.prefix = nil
    guard face.input.isEmpty else { return type(String(character)) }
    if character == " " { return enter(now: now) }
    if let (up, right) = character.direction, let start = face.cursor {
      move(up: up, right: right)
      face.prefix = .moved(character, from: start)
    } else if waitsForEnter(character) {
      type(String(character))
    } else {
      obeyLetter(character, now: now)
    }
  }

  /// True if a letter does what it does behind Enter only, because a move or a word that the player
  /// is asked for begins with it.
  private func waitsForEnter(_ letter: Character) -> Bool {
    if letter == "u", app.table.talk.isMuted { return true }
    guard let position = app.table.phase.match?.position else { return false }
    return "pqrtu".contains(letter) && position.hasLateColumns
      || position.choices.contains { $0.rawValue.first == letter }
  }

  private mutating func obeyLetter(_ character: Character, now: Duration) {
    switch shortcut(character) {
    case .command(let command, let word):
      obeyLetter(of: word, command, now: now)
    case .ask(let confirmation):
      ask(confirmation, now: now)
      face.prefix = .asked(confirmation == .resign ? "resign" : "quit")
    case .threats:
      guard app.table.phase.match?.position.hasThreats == true else {
        face.reply = ScreenStrings.neverThreats
        break
      }
      face.showsThreats.toggle()
      face.reply = face.showsThreats ? ScreenStrings.threats : ScreenStrings.noThreats
    case .analysis: analyse()
    case nil: type(String(character))
    }
  }

  private mutating func obeyLetter(of word: String, _ command: Command, now: Duration) {
    let isInGame = if case .playing = app.table.phase { true } else { false }
    obeyNow(command, now: now)
    // A key that begins no word leaves the next Enter to the board.
    face.prefix = word.isEmpty ? nil : .obeyed(word)
    if isInGame, command == .yes || command == .no { face.noteAnswer(word, now: now) }
  }

  /// Continues a word that the previous letter turns out to have begun: a move such as `h8` after
  /// the cursor has gone to the left, or `undo` after `u`.
  private mutating func continues(_ character: Character) -> Bool {
    switch face.prefix {
    case .moved(let letter, let start):
      let isWord = begins("\(letter)\(character)")
      guard isWord || ("0"..."9").contains(character) else { return false }
      face.cursor = start
      face.prefix = nil
      type("\(letter)\(character)")
      return true
    case .obeyed(let word), .asked(let word):
      // The letter that asks whether to resign also begins the word rules.
      let seconds = word == "resign" ? ["e", "u"] : [Character](word.dropFirst().prefix(1))
      guard face.input.isEmpty, seconds.contains(character), let first = word.first else {
        // What is typed behind still may be the word; behind a whole no, its o begins another.
        if word == "no", face.input == word { (face.input, face.prefix) = ("o", nil) }
        if !face.input.isEmpty { type(String(character)) }
        return !face.input.isEmpty
      }
      type("\(first)\(character)")
      return true
    case nil: return false
    }
  }

  /// True if a word, or in chess a move of the king or a capture from column h, begins with two
  /// letters.
  private func begins(_ letters: String) -> Bool {
    if ["he", "hi", "ki", "le", "lo"].contains(letters) { return true }
    guard case .chess? = app.table.phase.match?.position else { return false }
    return "hg hx ka kb kc kd ke kf kg kh kx".split(separator: " ").contains(letters[...])
  }

  private func shortcut(_ character: Character) -> Shortcut? {
    switch character {
    case "?": return .command(.help, word: "")
    case "q": return .ask(.leave)
    case "v" where canAnalyse: return .analysis
    case "y" where app.due == .answer || isAsked: return .command(.yes, word: "yes")
    case "n" where app.due == .answer || isAsked: return .command(.no, word: "no")
    default: break
    }
    guard case .playing(let match) = app.table.phase else { return nil }
    switch character {
    case "r": return .ask(.resign)
    case "u": return .command(.undo, word: "undo")
    case "t": return .command(.hint, word: "")
    case "=": return .command(.draw, word: "")
    case "p":
      return match.mine.isPausing
        ? .command(.goOn, word: "") : .command(.pause, word: "pause")
    case "w": return .threats
    default: return nil
    }
  }

  /// True if somebody has asked something that may be answered now, on one's own turn too.
  var isAsked: Bool {
    if case .playing(let match) = app.table.phase, match.isAnswerDue { true } else { isFileAsked }
  }
}

extension Character {
  /// The direction of the cursor for a letter, as in vi; nil for other letters.
  fileprivate var direction: (up: Int, right: Int)? {
    switch self {
    case "h": (0, -1)
    case "j": (-1, 0)
    case "k": (1, 0)
    case "l": (0, 1)
    default: nil
    }
  }
}
