import BLETransport
import BlueZ
import Testing

@Suite struct GameServiceTests {
  @Test(arguments: [(23, 18), (185, 180), (247, 242), (512, 507), (513, 508), (517, 508), (0, 18)])
  func `a packet fits the link, whatever BlueZ cuts`(mtu: Int, size: Int) {
    #expect(GameService.maximumPacketSize(mtu: mtu) == size)
  }

  @Test func `there is one notify and one write characteristic`() {
    let characteristics = GameService.application.services.flatMap(\.characteristics)
    #expect(characteristics.map(\.flags) == [[.notify], [.write, .writeWithoutResponse]])
    #expect(Set(characteristics.map(\.uuid)) == [GameService.notify, GameService.write])
  }
}
