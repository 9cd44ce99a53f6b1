import BluetoothDoctor
import VirtualBlueZ

// What keeps Bluetooth from working, as codes: on a virtual controller, and without any bus.
try await withVirtualAir(adapters: 1) { air in
  let well = await Facts.gather(bus: air.bus).findings.map(\.code)
  print("BluetoothDoctor: \(well.joined(separator: " "))")
}
let ill = await Facts.gather(bus: .address("unix:path=/nonexistent")).findings.map(\.code)
print("BluetoothDoctor: \(ill.joined(separator: " "))")
