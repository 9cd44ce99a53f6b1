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
}
