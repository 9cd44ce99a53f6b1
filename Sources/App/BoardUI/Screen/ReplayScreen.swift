public import GameRules
import GameSearch
import Phrases
public import Terminal

/// A game of the list on a screen: forth and back, other moves, and what the moves were worth.
public struct ReplayScreen: Sendable {
  /// The effect of a key.
  public enum Choice: Hashable, Sendable {
    /// To play on from this position, after `ply` moves of the game; `against` is what has the
    /// other side, as it would be typed, or nil for a second person.
    case play(Position, ply: Int, against: String?)
    /// To have all moves judged.
    case analyse
    /// To leave.
    case back
  }

  /// The judgement of one move.
  public struct Judgement: Hashable, Sendable {
    /// The number of the move, from 1.
    let ply: Int
    /// The value of the position after it, as `tabletooth games analyse` writes it.
    let value: String
    /// The better move, as `tabletooth games analyse` writes it; nil if it was no mistake.
    let better: String?

    /// States what a move was worth, and which one was better.
    public init(ply: Int, value: String, better: String?) {
      self.ply = ply
      self.value = value
      self.better = better
    }
  }

  /// The progress of the analysis.
  enum Analysis: Hashable {
    case notWanted
    case running
    case done(worst: [Int])
  }

  let look: ScreenLook
  let title: String
  var size: Size
  var replay: Replay
  /// The moves of the game as they are listed.
  let moves: [String]
  var judgements: [Int: Judgement] = [:]
  var analysis = Analysis.notWanted
  var cursor: Point?
  var picked: Point?
  var input = ""
  var reply: String?
  var sheet: TextPage?
  /// True if the player is asked against whom to play on.
  var isChoosingOpponent = false

  /// The end of the game in `file`, on a screen of this size.
  ///
  /// - Parameters:
  ///   - file: the game.
  ///   - title: what it is, in a line.
  ///   - look: how it looks.
  ///   - size: how large the screen is.
  ///   - ply: after how many moves to begin; nil for the start.
  public init(_ file: GameFile, title: String, look: ScreenLook, size: Size, ply: Int? = nil) {
    self.look = look
    self.title = title
    self.size = size
    replay = Replay(file, pieces: look.pieces)
    moves = file.start.texts(of: file.position.moves)
    if let ply { obey("go \(ply)") }
  }

  /// Shows a sentence until a key is pressed.
  public mutating func tell(_ sentence: String) {
    reply = sentence
  }

  /// Notes what a move was worth.
  public mutating func judge(_ judgement: Judgement) {
    judgements[judgement.ply] = judgement
  }

  /// Notes that all moves are judged, and the numbers of the worst mistakes of both sides.
  public mutating func finishAnalysis(worst: [Int]) {
    analysis = .done(worst: worst.sorted())
  }

  /// Notes that the moves are being judged.
  public mutating func beginAnalysis() {
    analysis = .running
  }

  // MARK: Keys

  /// Takes what was done at the terminal.
  ///
  /// - Returns: what was chosen, if anything was.
  public mutating func update(_ event: TerminalEvent) -> Choice? {
    switch event {
    case .key(.control("c")): return .back
    case .key(let key): return press(key)
    case .click(let place): click(place)
    case .resized(let size): self.size = size
    case .paste(let text):
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      input += PrintableText(line, limit: ScreenFace.longestInput - input.count).text
    case .focus, .continued: break
    }
    return nil
  }

  private mutating func press(_ key: Key) -> Choice? {
    if var page = sheet {
      sheet = page.turn(key, on: size) ? page : nil
      return nil
    }
    if isChoosingOpponent { return chooseOpponent(key) }
    switch key {
    case .character(let character) where input.isEmpty: return press(character)
    case .character(let character): type(character)
    case .right: forth(1)
    case .left: obey("back")
    case .down: forth(10)
    case .up: obey("back 10")
    case .pageDown: forth(20)
    case .pageUp: obey("back 20")
    case .home: obey("start")
    case .end: obey("end")
    case .tab: moveToMistake()
    case .enter: return enter()
    case .backspace, .delete: if !input.isEmpty { input.removeLast() }
    case .escape where input.isEmpty && picked == nil: return .back
    case .escape: (input, picked, reply) = ("", nil, nil)
    case .function(1): help()
    case .control("d") where input.isEmpty: return .back
    case .control("u"): input = ""
    case .control, .function: break
    }
    return nil
  }

  private mutating func press(_ character: Character) -> Choice? {
    switch character {
    case "q": return .back
    case "?": help()
    case " ": forth(1)
    case "p": askForOpponent()
    case "v":
      guard replay.game.game.isSearchable else {
        reply = RobotStrings.unknownRules(of: replay.game.game)
        break
      }
      guard analysis == .notWanted, replay.game.ply > 0 else { break }
      return .analyse
    case "w": moveToMistake()
    default: type(character)
    }
    return nil
  }

  private mutating func type(_ character: Character) {
    reply = nil
    if input.count < ScreenFace.longestInput { input.append(character) }
  }

  private mutating func help() {
    sheet = TextPage(text: ScreenStrings.replayHelp)
  }

  private mutating func forth(_ count: Int) {
    // What was tried is left by going forth in the game.
    if replay.tried > 0 { obey("main") }
    obey("next \(count)")
  }

  private mutating func enter() -> Choice? {
    let line = input
    input = ""
    guard !line.isEmpty else {
      forth(1)
      return nil
    }
    return obey(line)
  }

  /// Does what a typed line asks for, as in line mode.
  @discardableResult
  private mutating func obey(_ line: String) -> Choice? {
    picked = nil
    return follow(replay.obey(line))
  }

  private mutating func follow(_ effect: Replay.Effect) -> Choice? {
    reply = nil
    switch effect {
    case .show: break
    case .say(let text) where text.contains("\n") || text.count > 2 * size.columns:
      sheet = TextPage(text: text)
    case .say(let text): reply = text
    case .play(let position, let ply, let against):
      return .play(position, ply: ply, against: against)
    case .end: return .back
    }
    return nil
  }

  private mutating func askForOpponent() {
    guard replay.position.outcome == nil else {
      reply = ReplayStrings.over
      return
    }
    isChoosingOpponent = true
  }

  private mutating func chooseOpponent(_ key: Key) -> Choice? {
    isChoosingOpponent = false
    switch key {
    case .enter: return obey("play")
    case .character(let digit) where ("0"..."9").contains(digit):
      let level = digit == "0" ? "10" : String(digit)
      return obey("play robot:\(level)")
    default: return nil
    }
  }

  /// Goes to the next of the worst mistakes, and from the last one to the first.
  private mutating func moveToMistake() {
    guard case .done(let worst) = analysis, !worst.isEmpty else {
      reply =
        analysis == .running
        ? say("Analysing the moves. This takes a moment.") : ScreenStrings.noMistakes(analysis)
      return
    }
    let next = worst.first { $0 > replay.ply } ?? worst[0]
    obey("go \(next)")
  }

  // MARK: Other moves

  private mutating func click(_ place: Place) {
    guard sheet == nil, !isChoosingOpponent, let layout = boardLayout,
      let point = layout.point(at: area(of: layout).place(of: place))
    else { return }
    reply = nil
    let position = replay.position
    switch position.choice(of: point, picked: picked) {
    case .play(let move):
      picked = nil
      _ = follow(replay.attempt(move))
    case .drop: picked = nil
    case .pick(let point):
      picked = position.steps(from: point).isEmpty ? nil : point
      if picked == nil { reply = ScreenStrings.stuck(point, in: position) }
    }
  }
}
