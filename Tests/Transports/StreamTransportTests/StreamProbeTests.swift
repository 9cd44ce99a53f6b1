import MatchProtocol
import StreamTransport
import Testing

@Suite struct StreamProbeTests {
  @Test func `an address at which somebody listens answers, among others too`() async throws {
    let place = StreamAddress(host: "127.0.0.1", port: 0)
    let host = try await StreamHostTransport.open(.address(place)) { _ in }
    let there = try #require(await host.addresses.first)
    let none = StreamAddress(host: "127.0.0.1", port: 9)
    #expect(await StreamProbe.firstAnswer(of: [none, there]) == there)
    #expect(await StreamProbe.firstAnswer(of: [none]) == nil)
    #expect(await StreamProbe.firstAnswer(of: []) == nil)
    await host.close()
    #expect(await StreamProbe.firstAnswer(of: [there]) == nil)
  }

  @Test func `a guest over the connection of a look makes no second one`() async throws {
    let (guests, heard) = AsyncStream.makeStream(of: String.self)
    let place = StreamAddress(host: "127.0.0.1", port: 0)
    let host = try await StreamHostTransport.open(.address(place)) { event in
      if case .link(.packet(_, let guest, _)) = event { heard.yield(guest.rawValue) }
    }
    let there = try #require(await host.addresses.first)
    let stream = try #require(await StreamProbe.firstStream(to: [there]))
    let guest = StreamGuestTransport(over: stream) { _ in }
    try await guest.connect()
    try await guest.send([1, 2, 3])
    // A host counts its guests.
    #expect(await guests.first { _ in true }?.hasSuffix("1") == true)
    await guest.close()
    await host.close()
  }
}
