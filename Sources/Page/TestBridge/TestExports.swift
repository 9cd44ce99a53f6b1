import GameRules
import MatchProtocol

// Functions of the module for tests alone.

nonisolated(unsafe) private var position = Position(game: .xiangqi)

/// Begins a game: its kind, a space and its options are in the buffer; -1 for no such game.
@_expose(wasm, "test_game") @_cdecl("test_game")
public func testGame() -> Int32 {
  let words = unsafe String(decoding: page.buffer, as: UTF8.self).split(
    separator: " ",
    maxSplits: 1
  )
  guard let kind = words.first.flatMap({ GameKind(rawValue: String($0)) }),
    let game = Game(kind, options: words.count == 2 ? String(words[1]) : "")
  else { return -1 }
  unsafe position = Position(game: game)
  return 0
}

/// Counts the sequences of `depth` moves.
@_expose(wasm, "test_perft") @_cdecl("test_perft")
public func testPerft(_ depth: Int32) -> Int32 {
  unsafe Int32(clamping: position.perft(Int(depth)))
}

/// Lists the legal moves.
@_expose(wasm, "test_legal") @_cdecl("test_legal")
public func testLegal() -> Int32 {
  unsafe page.answer(position.legalMoves.map { $0.description }.joined(separator: " "))
}

/// Plays the move in the buffer, and writes the position after it; -1 if it is refused.
@_expose(wasm, "test_play") @_cdecl("test_play")
public func testPlay() -> Int32 {
  let text = unsafe String(decoding: page.buffer, as: UTF8.self)
  guard let move = unsafe try? position.move(from: text), unsafe (try? position.play(move)) != nil
  else { return -1 }
  return unsafe page.answer(position.text)
}

/// Reads the message in the buffer and writes it again; -1 if it cannot be read.
@_expose(wasm, "test_envelope") @_cdecl("test_envelope")
public func testEnvelope() -> Int32 {
  guard let envelope = unsafe try? Envelope(decoding: page.buffer) else { return -1 }
  unsafe page.buffer = envelope.encoded
  return unsafe Int32(page.buffer.count)
}
