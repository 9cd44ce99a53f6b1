// swift-tools-version: 6.3

import PackageDescription

/// Every diagnostic and every upcoming feature that Swift 6.3 has, as errors where it can be.
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

/// A library target; there is no way to declare one without the strict settings.
func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of `name`, in `Tests/<name>Tests`, with the same settings.
func tests(
  of name: String,
  uses dependencies: [Target.Dependency] = [],
  besides files: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.init(stringLiteral: name)] + dependencies,
    exclude: files,
    swiftSettings: strict
  )
}

/// What comes from other packages, each named once.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "tabletooth",
  products: [
    .executable(name: "tabletooth", targets: ["tabletooth"]),
    .library(name: "GameRules", targets: ["GameRules", "GameSearch"]),
    .library(name: "MatchProtocol", targets: ["MatchProtocol"]),
    .library(name: "DBus", targets: ["DBus"]),
    .library(name: "BlueZ", targets: ["BlueZ"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "tabletooth",
      dependencies: [
        argumentParser, logging, "BLETransport", "BlueZ", "BoardUI", "BrokerTransport",
        "ChildProcesses", "Curses", "DBus", "Doctor", "GameRecords", "GameRules", "GameSearch",
        "HCI", "MQTT", "MatchPlay",
        "MatchProtocol", "MatchStore", "Phrases", "Sodium", "StreamTransport", "TOML", "Terminal",
        "VirtualBlueZ",
      ],
      swiftSettings: strict
    ),
    // Runs the built program as a person does, against itself and against peers of its own.
    .testTarget(
      name: "TabletoothTests",
      dependencies: [
        grdb, "tabletooth", "BLETransport", "BlueZ", "BoardUI", "BrokerTransport", "DBus",
        "GameRecords", "GameRules", "MQTT", "MatchPlay", "MatchProtocol", "MatchStore", "Phrases",
        "PrivateBroker", "QueueExecutor", "Sodium", "Terminal",
      ],
      swiftSettings: strict
    ),
    library("GameRules"),
    tests(of: "GameRules", besides: ["Fixtures"]),
    library("GameSearch", uses: ["GameRules"]),
    tests(of: "GameSearch", uses: ["GameRules", "MatchSimulation"]),
    library("Sodium", uses: ["CSodium"]),
    tests(of: "Sodium", uses: ["MatchSimulation"]),
    library("MatchProtocol", uses: [protobuf, "Sodium"]),
    tests(of: "MatchProtocol", uses: ["Sodium", "MatchSimulation"], besides: ["Fuzz/Corpus"]),
    library("MatchPlay", uses: ["GameRules", "MatchProtocol"]),
    tests(of: "MatchPlay", uses: ["GameRules", "MatchProtocol", "MatchSimulation"]),
    library("GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol"]),
    tests(of: "GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium"]),
    library("MatchStore", uses: [grdb, "GameRecords", "GameRules", "MatchProtocol", "Sodium"]),
    tests(
      of: "MatchStore",
      uses: [
        grdb, "GameRecords", "GameRules", "MatchPlay", "MatchProtocol", "MatchSimulation", "Sodium",
      ]
    ),
    // toml++ of Debian, which is C++.
    .target(name: "CToml"),
    library("TOML", uses: ["CToml"]),
    tests(of: "TOML"),
    library("Terminal"),
    tests(of: "Terminal"),
    library("Phrases"),
    tests(of: "Phrases", uses: ["Terminal"]),
    library("Curses", uses: ["CNcurses", "Terminal"]),
    library(
      "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "Sodium", "Terminal",
      ]
    ),
    tests(
      of: "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "Sodium", "Terminal",
        "MatchSimulation",
      ],
      besides: ["Screens"]
    ),
    library("DBus", uses: ["CDBus", "ChildProcesses", logging]),
    tests(of: "DBus"),
    library("BlueZ", uses: ["DBus"]),
    tests(of: "BlueZ", uses: ["DBus", "VirtualBlueZ"]),
    library("HCI", uses: ["CBluetooth"]),
    tests(of: "HCI"),
    library("Doctor", uses: ["DBus", "HCI", "Phrases"]),
    tests(of: "Doctor", uses: ["DBus", "HCI"]),
    library("BLETransport", uses: ["BlueZ", "DBus", "MatchProtocol"]),
    tests(
      of: "BLETransport",
      uses: ["BlueZ", "DBus", "MatchProtocol", "Sodium", "VirtualBlueZ"]
    ),
    // Programs that are started, and daemons that end with who started them.
    library("ChildProcesses"),
    tests(of: "ChildProcesses"),
    // A queue that actors live on, for what waits for sockets.
    library("QueueExecutor"),
    library("StreamTransport", uses: ["MatchProtocol", "QueueExecutor"]),
    tests(of: "StreamTransport", uses: ["MatchProtocol", "MatchSimulation"]),
    library("MQTT", uses: ["CMosquitto", "QueueExecutor"]),
    library("BrokerTransport", uses: ["MQTT", "MatchProtocol", "QueueExecutor", "Sodium"]),
    tests(
      of: "BrokerTransport",
      uses: [
        "MQTT", "MatchProtocol", "MatchSimulation", "PrivateBroker", "QueueExecutor", "Sodium",
      ]
    ),
    // A mosquitto of one's own, for tests.
    library("PrivateBroker", uses: ["ChildProcesses"]),
    tests(of: "MQTT", uses: ["PrivateBroker", "QueueExecutor"]),
    library("VirtualBlueZ", uses: ["DBus"]),
    tests(of: "VirtualBlueZ", uses: ["DBus"]),
    library("MatchSimulation", uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium"]),
    library(
      "TransportFuzz",
      uses: [
        "BrokerTransport", "MQTT", "MatchProtocol", "MatchSimulation", "Sodium", "StreamTransport",
      ]
    ),
    tests(
      of: "TransportFuzz",
      uses: ["BrokerTransport", "MatchSimulation"],
      besides: ["Corpus"]
    ),
    .executableTarget(
      name: "soak",
      dependencies: [
        argumentParser, "BrokerTransport", "ChildProcesses", "GameRules", "GameSearch", "MQTT",
        "MatchPlay", "MatchProtocol", "MatchSimulation", "PrivateBroker", "QueueExecutor", "Sodium",
        "TransportFuzz",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SoakTests",
      dependencies: [
        "soak", "BrokerTransport", "MQTT", "MatchSimulation", "PrivateBroker", "QueueExecutor",
      ],
      swiftSettings: strict
    ),
    // Plays Xiangqi against itself and fits the evaluation: docs/tuning.md.
    .executableTarget(
      name: "tune",
      dependencies: ["GameRules", "GameSearch"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "liuzhou-bench",
      dependencies: [argumentParser, "GameRules", "GameSearch", "MatchSimulation"],
      swiftSettings: strict
    ),
    // No pkgConfig: its flags are forbidden, which is a warning at every build.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(
      name: "CBluetooth",
      pkgConfig: "bluez",
      providers: [.apt(["libbluetooth-dev"])]
    ),
    .systemLibrary(
      name: "CSodium",
      pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"])]
    ),
  ],
  cxxLanguageStandard: .cxx17
)

// Needs a compiler's option of its own, so it is no part of the package unless `make fuzz-guided`
// asks for it.
if Context.environment["TABLETOOTH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: ["MatchSimulation", "TransportFuzz"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
