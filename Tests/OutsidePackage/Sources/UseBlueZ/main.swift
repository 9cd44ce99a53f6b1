import BlueZ

guard let address = BluetoothAddress("00:aa:01:00:00:23") else {
  fatalError("an address cannot be read")
}
print("BlueZ: heart rate is \(BluetoothUUID.heartRate) at \(address)")
