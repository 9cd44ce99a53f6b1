import BoardUI
import MatchPlay
import MatchProtocol

@testable import tabletooth

/// Standard input and output of a program that is one end of a pipe.
@MainActor
final class WorldPipe {
  private let world: World
  private let print: (String) -> Void
  private let tell: @MainActor (PlayerRequest) -> Void
  /// What was typed and nobody has read yet.
  private var typed: [UInt8] = []
  private var isClosed = false
  /// How much is read next, once it is there.
  private var wanted: Int?

  init(
    in world: World,
    print: @escaping (String) -> Void,
    tell: @escaping @MainActor (PlayerRequest) -> Void
  ) {
    (self.world, self.print, self.tell) = (world, print, tell)
  }

  /// Takes what a person types, or the end of it.
  func take(_ event: Event) {
    switch event {
    case .line(let line): typed += Array((line + "\n").utf8)
    case .inputClosed: isClosed = true
    default: break
    }
    supply()
  }

  /// Does what a table orders.
  func perform(_ change: PipeChange) {
    switch change {
    case .read(let count):
      wanted = count
      supply()
    case .write(let bytes):
      world.plan(in: .milliseconds(1)) {
        self.print(String(decoding: bytes, as: UTF8.self))
        self.tell(.wants(.pipe(.wrote(bytes.count))))
      }
    case .closeOutput: world.plan(in: .milliseconds(1)) { self.tell(.wants(.pipe(.wrote(0)))) }
    }
  }

  private func supply() {
    guard let count = wanted, isClosed || !typed.isEmpty else { return }
    wanted = nil
    let bytes = Array(typed.prefix(count))
    typed.removeFirst(bytes.count)
    world.plan(in: .milliseconds(1)) { self.tell(.wants(.pipe(.supply(bytes)))) }
  }
}
