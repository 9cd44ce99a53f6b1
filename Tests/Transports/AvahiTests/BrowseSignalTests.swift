import DBus
import Testing

@testable import Avahi

/// What is read off a message, whatever it holds.
@Suite struct BrowseSignalTests {
  private static let item: [Value] = [
    .int32(2), .int32(1), .string("Anna"), .string("_t._tcp"), .string("local"), .uint32(24),
  ]
  private static let resolution: [Value] =
    item[..<5] + [
      .string("anna.local"), .int32(1), .string("fe80::1"), .uint16(7),
      .array(of: .array(.byte), [.bytes(Array("v=1".utf8)), .bytes([])]), .uint32(0),
    ]

  private func read(_ interface: String, _ member: String, _ body: [Value]) -> BrowseSignal? {
    BrowseSignal(.signal(from: .root, interface: interface, member: member, body))
  }

  @Test func `announcements and answers are read`() {
    let item = BrowsedItem(
      interface: 2,
      networkProtocol: 1,
      name: "Anna",
      type: "_t._tcp",
      domain: "local"
    )
    #expect(
      read(AvahiName.serviceBrowser, "ItemNew", Self.item)?.content == .itemNew(item, flags: 24)
    )
    #expect(read(AvahiName.serviceBrowser, "ItemRemove", Self.item)?.content == .itemRemove(item))
    let resolution = Resolution(
      hostName: "anna.local",
      address: "fe80::1",
      port: 7,
      text: ServiceText(["v": Array("1".utf8)])
    )
    #expect(
      read(AvahiName.serviceResolver, "Found", Self.resolution)?.content == .found(resolution)
    )
    #expect(
      read(AvahiName.serviceResolver, "Failure", [.string("x")])?.content == .failure("x")
    )
  }

  @Test(arguments: [
    "ItemNew", "ItemRemove", "AllForNow", "CacheExhausted", "Found", "Failure", "Other",
  ])
  func `a message of another shape is nothing`(member: String) {
    let others: [Value] = [.byte(1), .string(""), .int32(-5), .structure([.byte(1)]), .bytes([])]
    for interface in [AvahiName.serviceBrowser, AvahiName.serviceResolver, AvahiName.server] {
      for body in [Self.item, Self.resolution] {
        for index in body.indices {
          for count in 0...index {
            _ = read(interface, member, Array(body[..<count]))
          }
          for other in others {
            var broken = body
            broken[index] = other
            _ = read(interface, member, broken)
          }
        }
      }
    }
    #expect(read(AvahiName.serviceBrowser, "AllForNow", []) == nil)
  }

  @Test(arguments: [
    (0, Value.int32(0)), (0, .int32(-1)), (1, .int32(-1)), (1, .int32(2)), (2, .string("")),
    (2, .string(String(repeating: "a", count: 64))), (3, .byte(0)), (4, .byte(0)), (5, .string("")),
  ])
  func `an announcement that no network can have is nothing`(index: Int, value: Value) {
    var body = Self.item
    body[index] = value
    #expect(read(AvahiName.serviceBrowser, "ItemNew", body) == nil)
  }

  @Test(arguments: [
    (5, Value.byte(0)), (7, .byte(0)), (8, .uint16(0)), (8, .string("")), (9, .string("")),
  ])
  func `an answer without a place to connect to is nothing`(index: Int, value: Value) {
    var body = Self.resolution
    body[index] = value
    #expect(read(AvahiName.serviceResolver, "Found", body) == nil)
  }
}
