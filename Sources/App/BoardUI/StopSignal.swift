/// A signal that asks the program to stop.
public enum StopSignal: Int, CaseIterable, Sendable {
  /// SIGHUP: the terminal was closed.
  case hangUp = 1
  /// SIGINT: control-C.
  case interrupt = 2
  /// SIGTERM.
  case terminate = 15
}
