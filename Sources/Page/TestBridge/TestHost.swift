import MatchPlay
import MatchProtocol
import MatchSimulation

// A host for tests of the page, in the same module, and whole matches without the page.

nonisolated(unsafe) private var host = TestHost()

/// A host that says what a test wants.
private struct TestHost {
  static let guest = PeerID(rawValue: "guest")

  var session = HostSession(
    name: PlayerName(cleaning: "Anna"),
    credentials: Credentials(),
    session: SessionID(rawValue: 1)
  )

  /// A host at whose table somebody may watch.
  init() { session.letWatch(1, mayTalk: true) }

  /// Gives the session an input, and writes the packets that follow into the buffer.
  mutating func give(_ input: (inout HostSession) -> Step) -> Int32 {
    let step = input(&session)
    unsafe page.buffer = step.packets.reduce(into: []) { $0.append(field: $1) }
    return unsafe Int32(page.buffer.count)
  }
}

private func time(_ milliseconds: Double) -> Duration { .milliseconds(Int64(milliseconds)) }

/// Opens a table, to which packets of `size` bytes can be sent.
@_expose(wasm, "test_host") @_cdecl("test_host")
public func testHost(_ size: Int32, _ now: Double) -> Int32 {
  unsafe host = TestHost()
  return unsafe host.give {
    $0.receive(.up(TestHost.guest, maximumPacketSize: Int(size)), now: time(now))
  }
}

/// Gives the host the packet in the buffer.
@_expose(wasm, "test_host_packet") @_cdecl("test_host_packet")
public func testHostPacket(_ size: Int32, _ now: Double) -> Int32 {
  let packet = unsafe page.buffer
  return unsafe host.give {
    let event = LinkEvent.packet(packet, from: TestHost.guest, maximumPacketSize: Int(size))
    return $0.receive(event, now: time(now))
  }
}

/// Does what is due at the host.
@_expose(wasm, "test_host_tick") @_cdecl("test_host_tick")
public func testHostTick(_ now: Double) -> Int32 { unsafe host.give { $0.tick(now: time(now)) } }

/// Accepts the guest.
@_expose(wasm, "test_host_accept") @_cdecl("test_host_accept")
public func testHostAccept(_ now: Double) -> Int32 {
  unsafe host.give { $0.accept(now: time(now)) }
}

/// Lets the host say the message of the match in the buffer, whatever it is; -1 if it is none.
@_expose(wasm, "test_host_say") @_cdecl("test_host_say")
public func testHostSay(_ now: Double) -> Int32 {
  guard let envelope = unsafe try? Envelope(decoding: page.buffer),
    case .match(let message) = envelope
  else { return -1 }
  return unsafe host.give { $0.submit(message, now: time(now)) }
}

/// Plays the simulated match of `seed`, and writes what went wrong with it, if anything did.
///
/// - Returns: The length of that.
@_expose(wasm, "test_match") @_cdecl("test_match")
public func testMatch(_ seed: Int32, _ hasClocks: Int32) -> Int32 {
  let report = SimulatedMatch.play(seed: UInt64(seed), hasClocks: hasClocks != 0)
  return unsafe page.answer(report.failure ?? "")
}
