import Phrases
import Terminal

/// Text that takes the whole screen until a key is pressed.
struct TextPage: Hashable, Sendable {
  let text: String
  /// True if it is a question about the board that it covers.
  var isQuestion = false
  /// The number of lines above that are not shown.
  var top = 0
  /// The last message while the page stands.
  var news: String?

  /// Shows more of it, or nothing any more.
  ///
  /// - Parameters:
  ///   - key: what was pressed.
  ///   - size: how large the screen is.
  /// - Returns: whether the page stays.
  mutating func turn(_ key: Key, on size: Size) -> Bool {
    let steps: [Key: Int] = [.up: -1, .down: 1, .pageUp: -10, .pageDown: 10]
    guard let step = steps[key] else { return false }
    let area = Self.area(of: size)
    let count = text.wrapped(to: area.size.columns - 2).count
    top = min(max(top + step, 0), max(count - room(in: area.size), 0))
    return true
  }

  /// The part of a screen for it: lines that are not too long to be read.
  private static func area(of screen: Size) -> ScreenArea { ScreenArea(of: screen, columns: 90) }

  /// The whole screen with it.
  func picture(on screen: Size, _ look: ScreenLook) -> Canvas {
    let area = Self.area(of: screen)
    var canvas = Canvas(area.size)
    draw(on: &canvas, look)
    return area.screen(with: canvas)
  }

  /// The number of lines that are shown at once.
  private func room(in size: Size) -> Int { size.rows - (news == nil ? 2 : 3) }

  /// Draws it over the whole canvas.
  func draw(on canvas: inout Canvas, _ look: ScreenLook) {
    canvas = Canvas(canvas.size)
    let lines = text.wrapped(to: canvas.size.columns - 2)
    let room = room(in: canvas.size)
    for (row, line) in lines.dropFirst(top).prefix(room).enumerated() {
      canvas.write(line, at: Place(row, 1))
    }
    if let news {
      let row = Place(canvas.size.rows - 2, 1)
      canvas.write(news, at: row, look.theme.style(.title), limit: canvas.size.columns - 2)
    }
    let isMore = lines.count > top + room
    let end =
      isQuestion ? say("y yes  n no  other keys: the board") : say("Press any key to go back.")
    let words =
      isMore ? say("There is more below: press the down arrow, or any other key to go back.") : end
    canvas.write(words, at: Place(canvas.size.rows - 1, 1), look.theme.style(.faint))
  }
}

extension String {
  /// The text in one line of at most `columns`, with `mark` at its end where it was cut.
  func shortened(to columns: Int, _ mark: String) -> String {
    guard CharacterWidth.columns(of: self) > columns else { return self }
    var text = ""
    var width = CharacterWidth.columns(of: mark)
    for character in self {
      width += CharacterWidth.columns(of: character)
      guard width <= columns else { break }
      text.append(character)
    }
    return text + mark
  }
}
