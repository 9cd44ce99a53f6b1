import DBus
import Testing

@testable import BlueZ

@Suite struct ObjectTreeTests {
  static let device = "org.bluez.Device1"

  private func path(_ text: String) throws -> ObjectPath { try ObjectPath(text) }

  private func interfaces(_ properties: [String: Value]) -> Value {
    .dictionary(
      key: .string,
      value: .dictionary(key: .string, value: .variant),
      [.init(.string(Self.device), .properties(properties))]
    )
  }

  private func added(_ path: ObjectPath, _ properties: [String: Value]) -> Message {
    .signal(
      from: .root,
      interface: BlueZName.objectManager,
      member: "InterfacesAdded",
      [.objectPath(path), interfaces(properties)]
    )
  }

  private func changed(
    _ path: ObjectPath,
    _ properties: [String: Value],
    gone: [String] = []
  )
    -> Message
  {
    .signal(
      from: path,
      interface: BlueZName.properties,
      member: "PropertiesChanged",
      [.string(Self.device), .properties(properties), .strings(gone)]
    )
  }

  @Test func `properties that were asked for replace the known ones, and only news are told`()
    throws
  {
    let path = try path("/org/bluez/hci0/dev_1")
    var tree = ObjectTree()
    _ = tree.apply(added(path, ["RSSI": .int16(-40), "Connected": .boolean(false)]))
    #expect(
      tree.update(path, Self.device, ["Connected": .boolean(true)])
        == .changed(path, interface: Self.device, ["Connected": .boolean(true)])
    )
    #expect(tree[path, Self.device] == ["Connected": .boolean(true)])
    #expect(tree.update(path, Self.device, ["Connected": .boolean(true)]) == nil)
    #expect(tree.update(try self.path("/gone"), Self.device, ["Connected": .boolean(true)]) == nil)
  }

  @Test func `an object comes, changes and goes`() throws {
    let path = try path("/org/bluez/hci0/dev_1")
    var tree = ObjectTree()
    #expect(
      tree.apply(added(path, ["RSSI": .int16(-40)])) == .added(path, interfaces: [Self.device])
    )
    #expect(
      tree.apply(changed(path, ["Connected": .boolean(true)], gone: ["RSSI"]))
        == .changed(path, interface: Self.device, ["Connected": .boolean(true)])
    )
    #expect(tree[path, Self.device] == ["Connected": .boolean(true)])
    let removed = Message.signal(
      from: .root,
      interface: BlueZName.objectManager,
      member: "InterfacesRemoved",
      [.objectPath(path), .strings([Self.device])]
    )
    #expect(tree.apply(removed) == .removed(path, interfaces: [Self.device]))
    #expect(tree == ObjectTree())
  }

  @Test func `news of an object that is not known changes nothing`() throws {
    var tree = ObjectTree()
    #expect(try tree.apply(changed(path("/x"), ["Connected": .boolean(true)])) == nil)
    #expect(tree == ObjectTree())
  }

  @Test(
    arguments: [
      [], [.string("x")], [.objectPath(.root), .string("x")], [.byte(1), .byte(2), .byte(3)],
    ] as [[Value]]
  )
  func `a signal of another shape changes nothing`(body: [Value]) throws {
    var tree = ObjectTree()
    for member in ["InterfacesRemoved", "PropertiesChanged"] {
      for interface in [BlueZName.objectManager, BlueZName.properties] {
        let signal = Message.signal(from: .root, interface: interface, member: member, body)
        #expect(tree.apply(signal) == nil)
      }
    }
    #expect(tree == ObjectTree())
  }

  @Test func `a device is read off its properties`() throws {
    let path = try path("/org/bluez/hci0/dev_1")
    var tree = ObjectTree()
    _ = tree.apply(
      added(
        path,
        [
          "Address": .string("00:aa:01:00:00:23"), "UUIDs": .strings(["180D", "nonsense"]),
          "Adapter": .objectPath(path.parent),
        ]
      )
    )
    let device = try #require(Device(path, in: tree))
    #expect(device.address?.description == "00:AA:01:00:00:23")
    #expect(device.services.map(\.description) == ["0000180d-0000-1000-8000-00805f9b34fb"])
    #expect(!device.isConnected && device.rssi == nil && device.adapterPath == path.parent)
  }

  @Test(arguments: [
    "", "00:AA:01:00:00", "00:AA:01:00:00:GG", "00:AA:01:00:00:23:", "0:AA:01:00:00:023",
  ])
  func `what is no address is refused`(text: String) {
    #expect(BluetoothAddress(text) == nil)
  }

  @Test(arguments: [
    "", "18", "8569203e231d480a942c45370c11cdf8", "8569203e-231d-480a-942c-45370c11cdfg",
  ])
  func `what is no UUID is refused`(text: String) {
    #expect(BluetoothUUID(text) == nil)
  }
}
