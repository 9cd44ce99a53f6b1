import BlueZ
import DBus
import VirtualBlueZ

// Two controllers without a radio, listed as those of a real bluetoothd are.
try await PrivateBus.run { bus in
  let daemon = try await VirtualBlueZ.start(on: bus.address, adapters: 2)
  let service = try await BluetoothService.open(bus.address)
  let paths = await service.adapters.map(\.path.rawValue)
  print("VirtualBlueZ: \(paths.joined(separator: " and "))")
  await service.connection.close()
  await daemon.stop()
}
