// swift-tools-version: 6.3

import PackageDescription

/// A program with one product of Tabletooth, and others that it needs besides.
func program(_ product: String, with others: [String] = []) -> Target {
  .executableTarget(
    name: "Use\(product)",
    dependencies: ([product] + others).map { .product(name: $0, package: "tabletooth") }
  )
}

/// A package of somebody else, which uses each library of Tabletooth: `make test WHAT=outside`.
let package = Package(
  name: "outside",
  dependencies: [.package(name: "tabletooth", path: "../..")],
  targets: [
    program("DBus"),
    program("BlueZ"),
    program("VirtualBlueZ", with: ["BlueZ"]),
    program("BluetoothDoctor", with: ["BlueZ", "VirtualBlueZ"]),
    program("GameRules"),
    program("GameSearch", with: ["GameRules"]),
    program("MatchProtocol"),
    program("MatchPlay", with: ["GameRules"]),
  ]
)
