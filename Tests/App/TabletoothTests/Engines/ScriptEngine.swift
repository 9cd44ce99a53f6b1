import Glibc
import Testing

/// A small program for `/bin/sh` that speaks UCI, and does something of its own when it is asked.
struct ScriptEngine {
  /// Where the script is.
  let path: String
  private let folder: TemporaryFolder

  /// An engine that runs `body` for each `go`, `start` for `uci`, and `setting` for `setoption`.
  ///
  /// `$rook` is a move of the left rook, for the side to move in a game from the start.
  init(go body: String, start: String = "echo uciok", setting: String = ":") throws {
    folder = try TemporaryFolder()
    path = folder.path + "/engine"
    let script = """
      #!/bin/sh
      while read -r word rest; do
        case $word in
          uci) \(start);;
          setoption) \(setting);;
          isready) echo readyok;;
          position)
            set -- $rest
            rook=a0a1
            if [ $(($# % 2)) = 1 ]; then rook=a9a8; fi;;
          go) \(body);;
          quit) exit 0;;
        esac
      done

      """
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
    try #require(file >= 0)
    _ = unsafe write(file, script, script.utf8.count)
    close(file)
  }
}
