import BlueZ

guard let address = BluetoothAddress("00:aa:01:00:00:23"), let uuid = BluetoothUUID("180d") else {
  fatalError("an address or a UUID cannot be read")
}
print("BlueZ: heart rate is \(uuid) at \(address)")
