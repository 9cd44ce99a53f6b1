// swift-tools-version: 6.3

import PackageDescription

/// One example: a program of `Sources`, with the settings that make closures run where they are
/// written.
func example(_ name: String, with others: [String] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: (["BlueZ"] + others).map { .product(name: $0, package: "tabletooth") },
    swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
  )
}

/// Small programs that use Bluetooth LE, or the rules of chess; `Examples/run` tries them.
let package = Package(
  name: "examples",
  // Without the trait, nothing of the game is fetched.
  dependencies: [.package(name: "tabletooth", path: "..", traits: [])],
  targets: [
    example("Scan"),
    example("HeartRateClient"),
    example("HeartRateServer"),
    example("UARTServer"),
    example("UARTClient"),
    example("BatteryServer"),
    example("BatteryClient"),
    example("TwoAdapters"),
    example("PairByNumber"),
    example("Chat"),
    example("TestWithoutRadio", with: ["VirtualBlueZ"]),
    example("Air", with: ["VirtualBlueZ"]),
    .executableTarget(
      name: "Perft",
      dependencies: [.product(name: "GameRules", package: "tabletooth")]
    ),
    .executableTarget(
      name: "BothEnds",
      dependencies: [.product(name: "BlueZ", package: "tabletooth")],
      path: "BothEnds",
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
  ]
)
