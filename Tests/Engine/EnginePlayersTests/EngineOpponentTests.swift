import EngineProtocols
import GameRules
import Testing

@testable import EnginePlayers

/// Other programs as opponents: shell scripts, as the process is the subject.
@Suite(.timeLimit(.minutes(1))) struct EngineOpponentTests {
  private static func opponent(_ script: String) -> EngineOpponent {
    EngineOpponent(EngineSpec(words: ["/bin/sh", "-c", script], spoken: .uci), name: "engine")
  }

  @Test func `what an engine says on standard error about a position is heard`() throws {
    // Takes H and E alone, and is silent about anything else, as Sjaak II is.
    let engine = Self.opponent(
      """
      while read -r word rest; do
        case $word in
          uci) echo uciok;;
          isready) echo readyok;;
          position) position=$rest;;
          go) case $position in
            *H*) echo bestmove e2c3;;
            *) echo "Error: unknown piece type 'N' (bad FEN)" >&2;;
          esac;;
          quit) exit 0;;
        esac
      done
      """
    )
    let position = try Position(game: .xiangqi, text: "3k5/9/9/9/9/9/9/4N4/9/5K3 w")
    try engine.prepare(.xiangqi)
    let answer = try engine.answer(in: position, MovePace(depth: 1), patience: .seconds(30))
    #expect(answer == .moves([try position.move(from: "e2c3")]))
  }

  @Test func `a megabyte on standard error holds nobody up`() throws {
    let engine = Self.opponent(
      """
      while read -r word rest; do
        case $word in
          uci) echo uciok;;
          isready) head -c 1000000 /dev/zero | tr '\\0' x >&2; echo readyok;;
          go) echo >&2; head -c 1000000 /dev/zero | tr '\\0' '\\n' >&2; echo bestmove h2e2;;
          quit) exit 0;;
        esac
      done
      """
    )
    try engine.prepare(.xiangqi)
    let position = Position(game: .xiangqi)
    let answer = try engine.answer(in: position, MovePace(depth: 1), patience: .seconds(30))
    #expect(answer == .moves([try position.move(from: "h2e2")]))
  }

  @Test func `an engine of XBoard's protocol is refused by name`() {
    let engine = Self.opponent(
      """
      while read -r word rest; do
        case $word in
          protover) echo "feature setboard=1 done=1";;
          quit) exit 0;;
          *) echo "Error (unknown command): $word";;
        esac
      done
      """
    )
    let failure = #expect(throws: EngineFailure.self) { try engine.prepare(.xiangqi) }
    #expect(failure == .fault(.onlyXBoard))
    #expect(failure?.description == "speaks XBoard's protocol, which cannot be used here")
  }
}
