import Glibc
import VirtualBlueZ

// Bluetooth without a radio, for programs in any language: it prints what to set, and performs each
// line of its input, such as "drop" or "power 0 off". It ends with its input.
try await withVirtualAir { air in
  guard case .address(let address) = air.bus else { return }
  print("DBUS_SYSTEM_BUS_ADDRESS=\(address)")
  fflush(nil)
  while let line = readLine() {
    if let command = AirCommand(line) {
      try await air.perform(command)
      print("done: \(line)")
    } else {
      print("no such command: \(line)")
    }
    fflush(nil)
  }
}
