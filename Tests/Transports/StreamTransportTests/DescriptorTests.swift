import Glibc
import Testing

@testable import StreamTransport

@Suite struct DescriptorTests {
  /// True if somebody has connected to `listener` and was not accepted.
  private static func isReady(_ listener: OpenDescriptor) -> Bool {
    var poll = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
    return unsafe Glibc.poll(&poll, 1, 0) == 1
  }

  @Test func `without a free descriptor those who connect are turned away`() async {
    await #expect(processExitsWith: .success) {
      let address = StreamAddress(host: "127.0.0.1", port: 0)
      let place = try #require(try SocketAddress.all(of: address).first)
      let listener = try Sockets.listen(at: place, of: address)
      let bound = try #require(SocketAddress(of: listener.number)).streamAddress
      let guests = try (0..<3).map { _ in try Sockets.connect(to: bound) }
      #expect(Self.isReady(listener))
      // The lowest number that is free is one too high from now on.
      let lowest = dup(listener.number)
      close(lowest)
      var limit = rlimit(rlim_cur: rlim_t(lowest), rlim_max: rlim_t(lowest))
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      try #require(unsafe setrlimit(files, &limit) == 0)
      #expect(Sockets.accept(from: listener) == nil)
      #expect(!Self.isReady(listener))
      var byte: UInt8 = 0
      for guest in guests {
        #expect(unsafe recv(guest.number, &byte, 1, 0) <= 0)
      }
    }
  }
}
