import BlueZ
import VirtualBlueZ

// Two controllers without a radio, listed as those of a real bluetoothd are.
try await withVirtualAir { air in
  let service = try await BluetoothService.open(air.bus)
  let names = await service.adapters.map(\.id.description)
  print("VirtualBlueZ: \(names.joined(separator: " and "))")
  await service.close()
}
