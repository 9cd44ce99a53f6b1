import GameRules
import MatchPlay
import MatchProtocol
import Terminal

/// The view of the screen.
extension ScreenClient {
  /// The fewest columns that the panel beside the board may have.
  private static var narrowestPanel: Int { 26 }
  /// The fewest columns of the line at the bottom.
  private static var narrowest: Int { 40 }
  /// The number of rows at the bottom for answers and input.
  private var bottomRows: Int { BoardLayout.rowsBelow(shownMatch?.position, in: face.size) }

  /// The part of the screen for the board and what stands around it.
  var area: ScreenArea {
    guard let layout = boardLayout else { return ScreenArea(usualOf: face.size) }
    return ScreenArea(around: layout, below: bottomRows, on: face.size)
  }

  /// The screen as it is at `now`.
  func picture(now: Duration) -> Canvas {
    if let needed = neededSize {
      return ScreenArea.tooSmall(face.size, needed: needed, face.look)
    }
    if let analysis { return analysis.view }
    if let sheet = face.sheet { return sheet.picture(on: face.size, face.look) }
    if let match = shownMatch, let wall = wall(match, now: now) {
      return wall.picture { draw(match, $0, on: &$1) }
    }
    var canvas = Canvas(area.size)
    drawTitle(now: now, on: &canvas)
    if let match = shownMatch, let layout = boardLayout {
      draw(match, layout, on: &canvas)
      drawPanel(match, layout, now: now, on: &canvas)
    } else {
      drawSentences(on: &canvas, now: now)
    }
    drawBottom(on: &canvas)
    return area.screen(with: canvas)
  }

  /// The match on the board; the last one stays when all is over.
  var shownMatch: Match? {
    app.table.commonMatch ?? app.table.phase.match ?? face.lastMatch
  }

  /// The layout of the board: as large as leaves room for a panel, or, if that is impossible, as
  /// large as there is room.
  var boardLayout: BoardLayout? {
    guard let match = shownMatch else { return nil }
    let rows = face.size.rows - 1 - bottomRows
    let isRound = face.look.isRound
    let isTurned = match.position.shape.isTurned && match.seats == .one(.second)
    let besidePanel = Size(rows: rows, columns: face.size.columns - Self.narrowestPanel)
    return BoardLayout(match.position, isTurned: isTurned, isRound: isRound, in: besidePanel)
      ?? BoardLayout(
        match.position,
        isTurned: isTurned,
        isRound: isRound,
        in: Size(rows: rows, columns: face.size.columns)
      )
  }

  /// The size that would do; nil where there is room.
  private var neededSize: Size? {
    var needed = Size(rows: 8, columns: Self.narrowest)
    if let match = shownMatch {
      let board = BoardLayout.smallest(match.position)
      needed = Size(
        rows: board.rows + 1 + BoardLayout.fewestRowsBelow,
        columns: max(board.columns, Self.narrowest)
      )
    }
    let isFine = face.size.rows >= needed.rows && face.size.columns >= needed.columns
    return isFine ? nil : needed
  }

  func style(_ tint: Tint) -> Style { face.look.theme.style(tint) }

  // MARK: The board

  private func draw(_ match: Match, _ layout: BoardLayout, on canvas: inout Canvas) {
    let picture = BoardPicture(
      position: match.position,
      layout: layout,
      look: face.look,
      marks: marks(match)
    )
    picture.draw(on: &canvas)
  }

  private func marks(_ match: Match) -> [Point: Set<BoardPicture.Mark>] {
    var marks = match.position.standingMarks(by: match.position.outcome)
    func add(_ mark: BoardPicture.Mark, _ points: [Point]) {
      for point in points { marks[point, default: []].insert(mark) }
    }
    if match.outcome == nil {
      add(.warning, match.position.checkedPoints)
      if face.showsThreats { add(.warning, match.position.threatenedPoints) }
    }
    if let arrival = face.arrival { add(.arrived, [arrival.point]) }
    guard ending == nil, match.outcome == nil else { return marks }
    if !app.table.isWatching { add(.cursor, [face.cursor].compactMap(\.self)) }
    if let hint = face.hint, hint.position == match.position { add(.hint, hint.move.points) }
    if let picked = face.picked {
      add(.picked, [picked])
      add(.target, match.position.steps(from: picked).compactMap { $0.ends?.to })
    }
    return marks
  }

  // MARK: Text

  private func drawTitle(now: Duration, on canvas: inout Canvas) {
    let text = shownMatch.map(ScreenStrings.title) ?? ScreenStrings.title
    let title = text.shortened(to: area.size.columns - 2, face.look.glyphs.more)
    canvas.write(title, at: Place(0, 1), style(.title))
    let typing = app.table.isOtherTyping ? [TalkStrings.typing(app.scene.name)] : []
    let delay = face.lostAt == nil ? app.table.talk.receipts.delay.map(ScreenStrings.delay) : nil
    let files = FileStrings.progress(
      app.table.transfers,
      isSuspended: app.table.isSuspended,
      now: now
    )
    let room = area.size.columns - 4 - CharacterWidth.columns(of: text)
    // The most that has room of what counts most.
    for news in typing + files + [delay].compactMap(\.self) {
      let width = CharacterWidth.columns(of: news)
      guard width < room else { continue }
      canvas.write(news, at: Place(0, area.size.columns - 2 - width), style(.faint))
      return
    }
  }

  /// All that was said, before there is a board.
  private func drawSentences(on canvas: inout Canvas, now: Duration) {
    var lines = face.sentences.flatMap { wrapped($0, to: area.size.columns - 4) }
    if let countdown = countdown(now: now) { lines.append(SaidLine(text: countdown)) }
    let room = area.size.rows - 3 - bottomRows
    for (row, line) in lines.suffix(room).enumerated() {
      canvas.write(line.text, at: Place(2 + row, 2), line.style)
    }
  }

  /// A message, with its progress if the player here has sent it.
  private func marked(_ sentence: ScreenFace.Sentence) -> String {
    guard let number = sentence.number else { return sentence.text }
    return "\(sentence.text) \(mark(app.table.talk.receipts.words.stage(of: number)))"
  }

  /// The mark of a sent message's progress.
  private func mark(_ stage: Receipts.Stage) -> String { face.look.glyphs.mark(stage) }

  /// The mark of the player's last move, as long as the other one is to move.
  func moveMark(_ match: Match) -> String? {
    guard let move = app.table.talk.move, match.outcome == nil, !match.isLocalTurn else {
      return nil
    }
    return mark(app.table.talk.stage(of: move))
  }

  /// The lines of a message in its look; digits that are to be compared stand out.
  func wrapped(_ sentence: ScreenFace.Sentence, to columns: Int) -> [SaidLine] {
    marked(sentence).wrapped(to: columns).map { line in
      let isDigits =
        line.contains(where: \.isNumber) && line.allSatisfy { $0.isNumber || $0 == " " }
      let style =
        switch sentence.kind {
        case .news where isDigits: style(.title)
        case .news: Style.plain
        case .chat: style(.chat)
        case .question: style(.title)
        }
      return SaidLine(text: line, style: style)
    }
  }

  /// The time for which the seat is still kept while the connection is lost.
  func countdown(now: Duration) -> String? {
    guard let lostAt = face.lostAt, ending == nil else { return nil }
    let left = max(lostAt + SessionTimes.seat - now, .zero)
    return ScreenStrings.seatKept(left.components.seconds, attempt: face.attempt)
  }

  // MARK: The bottom

  private func drawBottom(on canvas: inout Canvas) {
    let (rows, columns) = (area.size.rows, area.size.columns)
    let question = openQuestion?.wrapped(to: columns - 4).map { "? \($0)" } ?? []
    let news = face.reply ?? (question.isEmpty ? unseenNews : nil)
    let reply = news?.wrapped(to: columns - 2) ?? []
    let room = bottomRows - 1
    let said = reply.prefix(question.isEmpty ? room : max(room - 1, 1)).map { ($0, Style.plain) }
    let asked = question.prefix(room - said.count).map { ($0, style(.question)) }
    for (row, line) in (said + asked).enumerated() {
      canvas.write(line.0, at: Place(rows - bottomRows + row, 1), line.1)
    }
    let end = canvas.write(prompt, at: Place(rows - 1, 1), limit: columns - 2)
    guard face.confirmation == nil else { return }
    let isTyping = ending == nil
    // Of a long line its end is seen.
    let shown = face.input.end(of: columns - 2 - end)
    let behind = canvas.write(shown, at: Place(rows - 1, end), limit: columns - 1 - end)
    if isTyping { canvas.cursor = Place(rows - 1, min(behind, columns - 1)) }
    drawHints(behind: behind + 2, on: &canvas)
  }

  /// The question of the other player that waits for an answer, which stands at the bottom.
  var openQuestion: String? {
    guard ending == nil else { return nil }
    if let match = app.table.phase.match, match.isAnswerDue, let asked = match.theirs.question {
      let name = app.scene.name
      return match.seats == .both
        ? Strings.asking(asked.request, name, in: match)
        : Strings.asks(asked.request, name, in: match)
    }
    return isFileAsked ? face.sentences.last { $0.kind == .question }?.text : nil
  }

  /// The last message, if no panel beside the board shows it.
  private var unseenNews: String? {
    guard let layout = boardLayout, PanelFrame(beside: layout, on: area.size) == nil else {
      return nil
    }
    return face.sentences.last.map(marked)
  }

  /// The prompt.
  private var prompt: String {
    switch face.confirmation {
    case .resign: return ScreenStrings.resign
    case .leave: return ScreenStrings.leave(isKept: app.scene.isKept)
    case nil: break
    }
    if ending != nil { return ScreenStrings.pressEnter }
    if app.table.isAskedToGoBack { return Strings.answerPrompt }
    switch (app.due, app.table.phase) {
    case (.move, .playing(let match)): return Strings.prompt(match)
    case (.answer, .over(let match, _)) where match.mine.question == nil:
      return Strings.againPrompt
    case (.answer, .playing), (.answer, .comparing): return Strings.answerPrompt
    case (.answer, .seated): return RoomStrings.firstPrompt
    case (.nothing, _), (.move, _), (.answer, _), (nil, _): return ""
    }
  }

  /// The keys that make sense now, at the right; those that have no room are left out.
  private func drawHints(behind column: Int, on canvas: inout Canvas) {
    var hints = self.hints
    var width = hints.reduce(0) { $0 + $1.width }
    while column + width > area.size.columns, !hints.isEmpty {
      width -= hints.removeFirst().width
    }
    var place = Place(area.size.rows - 1, area.size.columns - width)
    for hint in hints {
      let end = canvas.write(hint.key, at: place, style(.key))
      let next = canvas.write(" " + hint.word, at: Place(place.row, end), style(.faint))
      place = Place(place.row, next + 2)
    }
  }

  private var hints: [ScreenStrings.Hint] {
    guard ending == nil else { return canAnalyse ? [ScreenStrings.analysing] : [] }
    if app.table.isWatching { return [ScreenStrings.helpKey, ScreenStrings.leaving] }
    var hints: [ScreenStrings.Hint] = []
    if case .playing(let match) = app.table.phase {
      if isAsked || app.table.isAskedToGoBack {
        return [ScreenStrings.yes, ScreenStrings.no, ScreenStrings.helpKey]
      }
      hints = [ScreenStrings.resigning]
      // The app of the other player knows moves alone.
      guard app.machine.app == nil else {
        return hints + [ScreenStrings.helpKey, ScreenStrings.leaving]
      }
      if app.table.session == nil, app.table.hasMachine { hints.insert(ScreenStrings.hint, at: 0) }
      if app.table.session != nil {
        hints.insert(match.mine.isPausing ? ScreenStrings.goOn : ScreenStrings.pause, at: 0)
        hints.append(ScreenStrings.chat)
      }
      if !app.table.hasMachine { hints.insert(ScreenStrings.draw, at: 0) }
      hints.append(ScreenStrings.undo)
    } else if app.due == .answer, !app.table.isFirstAsked {
      hints = [ScreenStrings.yes, ScreenStrings.no]
    }
    if canAnalyse { hints.insert(ScreenStrings.analysing, at: 0) }
    return hints + [ScreenStrings.helpKey, ScreenStrings.leaving]
  }
}

extension String {
  /// As much of the end as has room in so many columns.
  fileprivate func end(of columns: Int) -> String {
    var left = columns
    let kept = reversed().prefix { character in
      left -= CharacterWidth.columns(of: character)
      return left >= 0
    }
    return String(kept.reversed())
  }
}

extension ScreenStrings.Hint {
  /// The number of columns it takes, with the gap behind it.
  fileprivate var width: Int { CharacterWidth.columns(of: key + word) + 3 }
}
