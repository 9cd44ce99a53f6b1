import MQTT
import MatchProtocol
import Sodium
import TestSupport
import Testing

@testable import BrokerTransport

/// What is said at a door.
@Suite struct DoorTests {
  private static func door(_ byte: UInt8 = 1) throws -> Door {
    let digest = try #require(TableDigest(Array(repeating: byte, count: 16)))
    return Door(TableCode(BrokerList(BrokerAddress(.plain, host: "a")), digest))
  }

  private static var sign: TableSign {
    var sign = TableSign(
      PlayerName(cleaning: "Zoë"),
      Presence(state: .playing, places: 3, hasClock: true),
      table: TableDigest(Array(1...16))
    )
    sign.isOpen = false
    return sign
  }

  private static let frames: [BrokerFrame] = [
    .packet([1, 2, 3]), .packet(Array(repeating: 9, count: 4_106)), .knock, .gone,
    .here(connection: Array(1...8)), .hangUp(guest: "0123456789abc"),
    .here(connection: Array(1...8), packets: 18), .packet([1], answers: 18),
    .packet(Array(repeating: 9, count: 4_106), answers: 4_105), .look(.random(mark: [1, 2, 3])),
    .sign(sign, answer: .none, connection: Array(1...8)),
  ]

  @Test(arguments: frames)
  func `a frame is read as it was said`(frame: BrokerFrame) throws {
    let door = try Self.door()
    let nonce = [UInt8](repeating: 5, count: 12)
    for side in [Door.Side.host, .guest] {
      let topic = side == .host ? door.hostTopic : door.guestTopic("0123456789abc")
      let sealed = door.sealed(frame, by: side, at: topic, nonce: nonce)
      #expect(door.opened(sealed, by: side, at: topic) == frame)
      // Neither side, nor another guest, nor another table says it.
      #expect(door.opened(sealed, by: side == .host ? .guest : .host, at: topic) == nil)
      #expect(door.opened(sealed, by: side, at: door.guestTopic("1123456789abc")) == nil)
      #expect(try Self.door(2).opened(sealed, by: side, at: topic) == nil)
      for index in sealed.indices {
        var changed = sealed
        changed[index] ^= 1
        #expect(door.opened(changed, by: side, at: topic) == nil)
      }
      for length in 0..<sealed.count {
        #expect(door.opened(Array(sealed.prefix(length)), by: side, at: topic) == nil)
      }
    }
  }

  @Test func `topics name nobody, and lead back to their guest`() throws {
    let door = try Self.door()
    let id = GuestID.random()
    #expect(id.count == GuestID.letterCount)
    #expect(door.guest(of: door.guestTopic(id)) == id)
    let odd = [
      "", "a/b", "0123456789abcd", "0123456789ABC", "0123456789ab\u{301}", "0123456789ab/",
    ]
    for topic in ["", door.hostTopic] + odd.map(door.guestTopic) {
      #expect(door.guest(of: topic) == nil)
    }
    #expect(try Self.door(2).guest(of: door.guestTopic(id)) == nil)
    #expect(door.name.count == 16)
  }

  @Test func `the two of a match find the same door, and others do not`() {
    let secret = [UInt8](repeating: 3, count: 32)
    func door(_ session: UInt128, _ secret: [UInt8]) -> String {
      let key = KeyPair.generate().publicKey
      let other = Acquaintance(key, secret: SecretBytes(copying: secret))
      return Door(match: SessionID(rawValue: session), with: other).name
    }
    #expect(door(1 << 64 + 2, secret) == door(1 << 64 + 2, secret))
    #expect(door(1 << 64 + 2, secret) != door(1 << 64 + 3, secret))
    #expect(door(1, secret) != door(1 << 64, secret))
    #expect(door(1, secret) != door(1, secret.map { $0 + 1 }))
  }

  @Test func `a host hangs up on nobody whose name is none`() {
    for name in ["0123456789ab", "0123456789ABC", "0123456789ab/", "01234567890é"] {
      #expect(BrokerFrame(decoding: [5] + Array(name.utf8)) == nil)
    }
    #expect(BrokerFrame(decoding: [5] + [UInt8](repeating: 0xff, count: 13)) == nil)
  }

  @Test func `no bytes are taken for a frame that was not said`() {
    var random = SeededGenerator(seed: 11)
    for count in 0..<4_000 {
      var bytes = (0..<count % 600).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      if !bytes.isEmpty { bytes[0] %= 10 }
      guard let frame = BrokerFrame(decoding: bytes) else { continue }
      switch frame {
      case .hangUp: break  // What is no UTF-8 is mended, and is nobody's name.
      case .sign: break  // Of another version's presence only the version is read.
      case .here(_, let size) where bytes.count > 9: #expect(18...4_106 ~= size)
      case .packet(_, PacketSize.largest): break
      case .packet, .knock, .here, .gone, .look: #expect(frame.encoded == bytes)
      }
    }
  }
}
