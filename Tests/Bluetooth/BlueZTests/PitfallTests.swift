import DBus
import Testing
import VirtualBlueZ

@testable import BlueZ

/// What bluetoothd does that programs do not expect and no other test has: `scripts/pitfalls`.
@Suite(.timeLimit(.minutes(1))) struct PitfallTests {
  @Test func `a slow reader of a subscription loses nothing`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let adapter = try await machines.adapter(machines.guest, "hci1")
      let device = try await machines.find(on: adapter)
      let radio = BlueZ.Radio(machines.guest, on: adapter)
      try await radio.withConnection(to: device, expecting: Machines.application.services) {
        connection async throws in
        let values = try await connection.values(of: Machines.notify)
        _ = await host.events(through: .subscribed(Machines.notify))
        // A socket holds 278 of them.
        let sent = (0..<1_000).map { [UInt8($0 / 256), UInt8($0 % 256)] }
        for value in sent { try await host.peripheral.notify(value, of: Machines.notify) }
        var read: [[UInt8]] = []
        for try await value in values {
          read.append(value)
          if read.count == sent.count { break }
        }
        #expect(read == sent)
      }
    }
  }

  @Test func `a server offers no sockets`() throws {
    let root = try ObjectPath("/application")
    let layout = try Machines.application.layout(below: root) { _ in }
    #expect(layout.objects.count == 4)
    for object in layout.objects {
      let sockets: Set = ["NotifyAcquired", "WriteAcquired"]
      #expect(sockets.isDisjoint(with: object.interface.properties.keys))
    }
  }

  @Test func `a value is sent though nobody has subscribed`() async throws {
    try await withMachines { machines async throws in
      let host = try await machines.serve()
      let rule = MatchRule(
        interface: BlueZName.properties,
        member: "PropertiesChanged",
        firstArgument: BlueZName.gattCharacteristic
      )
      let signals = try await machines.guest.connection.signals(matching: rule)
      try await host.peripheral.notify([7], of: Machines.notify)
      for await signal in signals {
        #expect(signal.body[1].properties?[.value]?.bytes == [7])
        break
      }
    }
  }
}
