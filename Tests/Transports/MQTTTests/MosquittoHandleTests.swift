import Glibc
import PrivateBroker
import Testing

@testable import MQTT

/// The socket of libmosquitto, as the operating system has it.
@Suite struct MosquittoHandleTests {
  @Test func `programs that are started do not inherit a connection`() throws {
    let server = try RudeServer(nil)
    let handle = try MosquittoHandle(clientID: "a")
    let place = BrokerAddress(.plain, host: "127.0.0.1", port: server.port)
    let status = handle.connect(to: place, keepAlive: 20).status
    #expect(status == 0)
    let descriptor = handle.descriptor
    #expect(fcntl(try #require(descriptor), F_GETFD) == FD_CLOEXEC)
  }
}
