import GameRules

// Counts the sequences of moves of chess from a position: Perft 4 "FEN".
let arguments = CommandLine.arguments.dropFirst()
let depth = arguments.first.flatMap { Int($0) } ?? 4
do {
  let text = arguments.dropFirst().first
  let position = try text.map { try ChessPosition(text: $0) } ?? ChessPosition()
  for move in position.legalMoves {
    var next = position
    try next.play(move)
    print("\(position.text(of: move) ?? ""): \(next.perft(depth - 1))")
  }
  print(position.perft(depth))
} catch let error as TextError {
  print("column \(error.column): expected \(error.expected)")
}
