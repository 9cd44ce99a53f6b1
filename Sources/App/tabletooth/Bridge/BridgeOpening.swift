internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Synchronization

/// The resources opened before a bridge carries anything; a signal ends them at once.
final class BridgeOpening: Sendable {
  /// Both sides of a bridge, when they are open.
  struct Bridge: Sendable {
    /// The message about it.
    let line: String
    let guests: any PacketTransport
    let table: any TableSide
    /// The description of the table, if it is known.
    let sign: TableSign?
  }

  private let outcomes = AsyncStream.makeStream(of: Result<Bridge, any Error>.self)
  private let closings = Mutex<[@Sendable () async -> Void]>([])

  /// Ends it, if the bridge is not open yet.
  func stop(_ signal: StopSignal) {
    outcomes.continuation.yield(.failure(ExitReason.interrupted(signal)))
  }

  /// Notes how something is closed that is open from now on.
  func add(_ closing: @escaping @Sendable () async -> Void) {
    closings.withLock { $0.append(closing) }
  }

  /// Does what `open` does.
  ///
  /// - Parameter open: Makes both sides; what it opens it adds.
  /// - Returns: Both sides.
  /// - Throws: What `open` throws, or that a signal came before; what was open is closed then.
  func run(
    _ open: @escaping @Sendable (BridgeOpening) async throws -> Bridge
  ) async throws -> Bridge {
    // Not a child: it may wait for a bluetoothd that hangs, or for a broker, and nobody waits for
    // its end when a signal has come.
    Task {
      do {
        outcomes.continuation.yield(.success(try await open(self)))
      } catch {
        outcomes.continuation.yield(.failure(error))
      }
    }
    let outcome = await outcomes.stream.first { _ in true }
    do {
      guard let outcome else { throw CancellationError() }
      return try outcome.get()
    } catch {
      await close()
      throw error
    }
  }

  /// Closes all that is open, the latest first.
  func close() async {
    let all = closings.withLock { closings in
      defer { closings = [] }
      return closings
    }
    await Closing.run {
      for closing in all.reversed() { await closing() }
    }
  }
}
