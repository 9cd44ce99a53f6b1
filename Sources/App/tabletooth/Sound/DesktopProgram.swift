internal import ChildProcesses
internal import Dispatch
internal import Glibc

/// A program of the desktop that does one thing and ends, such as `notify-send`.
struct DesktopProgram: Hashable, Sendable {
  private static let queue = DispatchQueue(label: "tabletooth.desktop", qos: .utility)

  private let path: String

  /// The program called `name`; nil if no folder of `PATH` has it.
  init?(_ name: String, in path: String? = Environment.variable("PATH")) {
    let files = (path ?? "").split(separator: ":").map { "\($0)/\(name)" }
    guard let file = files.first(where: { unsafe access($0, X_OK) == 0 }) else { return nil }
    self.path = file
  }

  /// Starts it and returns at once; its output is dropped, and so is its failure.
  func run(_ arguments: String...) {
    var start = ProgramStart([path] + arguments, in: .ownGroup)
    start.errors = .none
    guard let process = try? start.run() else { return }
    Self.queue.async {
      var status: CInt = 0
      _ = unsafe waitpid(process, &status, 0)
    }
  }
}
