import ChildProcesses
import Glibc

/// mosquitto's own clients for the command line: one publishes each line that it is given, the
/// other one prints what it hears.
struct BrokerPrograms {
  /// The time after which a line counts as lost, in milliseconds; the first ones are published
  /// before anybody listens.
  private static let patience: CInt = 100
  private static let mostLost = 50

  private let publisher: ConnectedProgram
  private let subscriber: ConnectedProgram
  private let line: [UInt8]

  /// Starts both at the broker that listens at `port`; they exchange `size` bytes at `topic`.
  ///
  /// - Throws: ``SystemFailure`` where they are not installed.
  init(port: UInt16, topic: String, size: Int) throws(SystemFailure) {
    let place = ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic]
    subscriber = try ProgramStart(["mosquitto_sub"] + place, in: .ownGroup).runConnected()
    publisher = try ProgramStart(["mosquitto_pub", "-l"] + place, in: .ownGroup).runConnected()
    line = [UInt8](repeating: UInt8(ascii: "x"), count: size) + [UInt8(ascii: "\n")]
  }

  /// Ends both.
  func end() {
    for program in [publisher, subscriber] {
      kill(program.process, SIGTERM)
      Glibc.close(program.input)
      Glibc.close(program.output)
      waitpid(program.process, nil, 0)
    }
  }

  /// The time of each of so many lines from one program's input to the other's output; fewer, if
  /// the broker is gone.
  func times(_ count: Int) -> [Duration] {
    var times: [Duration] = []
    var lost = 0
    while times.count < count, lost < Self.mostLost {
      if let time = time() { times.append(time) } else { lost += 1 }
    }
    return times
  }

  private func time() -> Duration? {
    let start = ContinuousClock.now
    guard unsafe write(publisher.input, line, line.count) == line.count else { return nil }
    var event = pollfd(fd: subscriber.output, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&event, 1, Self.patience) == 1 else { return nil }
    let time = ContinuousClock.now - start
    var heard = [UInt8](repeating: 0, count: line.count)
    return unsafe read(subscriber.output, &heard, heard.count) == line.count ? time : nil
  }
}
