// swift-tools-version: 6.3

import PackageDescription

/// The settings of the main package.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

// A package of its own, so that what we measure ourselves against is no dependency of the program.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "tabletooth", path: ".."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    .target(
      name: "CAllocations",
      cSettings: [.enableWarning("all"), .treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "bench-framing",
      dependencies: [
        "CAllocations",
        .product(name: "MatchProtocol", package: "tabletooth"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOExtras", package: "swift-nio-extras"),
      ],
      swiftSettings: strict
    ),
  ]
)
