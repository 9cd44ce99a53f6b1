// swift-tools-version: 6.3

import PackageDescription

/// Calls on a bus by `DBus`, for `make bench WHAT=dbus`.
let package = Package(
  name: "bench-dbus",
  dependencies: [.package(name: "tabletooth", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "calls",
      dependencies: [.product(name: "DBus", package: "tabletooth")],
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    )
  ]
)
