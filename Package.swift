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

/// The targets of one folder of `Sources` and its tests in the folder of the same name in `Tests`.
///
/// The README of the folder says what its targets may import; `scripts/check-imports` checks it.
struct Folder {
  let name: String

  func path(_ target: String) -> String { "Sources/\(name)/\(target)" }

  /// A library with the strict settings.
  func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path(name), swiftSettings: strict)
  }

  /// A program with the strict settings.
  func program(
    _ name: String,
    uses dependencies: [Target.Dependency],
    settings: [SwiftSetting] = []
  ) -> Target {
    .executableTarget(
      name: name,
      dependencies: dependencies,
      path: path(name),
      swiftSettings: strict + settings
    )
  }

  /// The tests of `target`, such as `SoakTests` of `soak`.
  func tests(
    of target: String,
    uses dependencies: [Target.Dependency] = [],
    besides files: [String] = []
  ) -> Target {
    let tests = target.prefix(1).uppercased() + target.dropFirst() + "Tests"
    return .testTarget(
      name: tests,
      dependencies: [.init(stringLiteral: target)] + dependencies,
      path: "Tests/\(name)/\(tests)",
      exclude: files,
      swiftSettings: strict
    )
  }

  /// A C library of Debian's.
  func system(_ name: String, pkgConfig: String? = nil, from package: String) -> Target {
    .systemLibrary(
      name: name,
      path: path(name),
      pkgConfig: pkgConfig,
      providers: [.apt([package])]
    )
  }
}

let bluetooth = Folder(name: "Bluetooth")
let engine = Folder(name: "Engine")
let match = Folder(name: "Match")
let transports = Folder(name: "Transports")
let app = Folder(name: "App")
let lab = Folder(name: "Lab")

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
    bluetooth.library("DBus", uses: ["CDBus", "ChildProcesses", logging]),
    bluetooth.tests(of: "DBus"),
    bluetooth.library("BlueZ", uses: ["DBus"]),
    bluetooth.tests(of: "BlueZ", uses: ["DBus", "VirtualBlueZ"]),
    bluetooth.library("VirtualBlueZ", uses: ["DBus"]),
    bluetooth.tests(of: "VirtualBlueZ", uses: ["DBus"]),
    bluetooth.library("HCI", uses: ["CBluetooth"]),
    bluetooth.tests(of: "HCI"),
    // Programs that are started, and daemons that end with who started them.
    bluetooth.library("ChildProcesses"),
    bluetooth.tests(of: "ChildProcesses"),
    bluetooth.system("CDBus", pkgConfig: "dbus-1", from: "libdbus-1-dev"),
    bluetooth.system("CBluetooth", pkgConfig: "bluez", from: "libbluetooth-dev"),

    engine.library("GameRules"),
    engine.tests(of: "GameRules", besides: ["Fixtures"]),
    engine.library("GameSearch", uses: ["GameRules"]),
    engine.tests(of: "GameSearch", uses: ["GameRules", "MatchSimulation"]),

    match.library("Sodium", uses: ["CSodium"]),
    match.tests(of: "Sodium", uses: ["MatchSimulation"]),
    match.library("MatchProtocol", uses: [protobuf, "Sodium"]),
    match.tests(
      of: "MatchProtocol",
      uses: ["Sodium", "MatchSimulation"],
      besides: ["Fuzz/Corpus"]
    ),
    match.library("MatchPlay", uses: ["GameRules", "MatchProtocol"]),
    match.tests(of: "MatchPlay", uses: ["GameRules", "MatchProtocol", "MatchSimulation"]),
    match.system("CSodium", pkgConfig: "libsodium", from: "libsodium-dev"),

    transports.library("BLETransport", uses: ["BlueZ", "DBus", "MatchProtocol"]),
    transports.tests(
      of: "BLETransport",
      uses: ["BlueZ", "DBus", "MatchProtocol", "Sodium", "VirtualBlueZ"]
    ),
    transports.library("StreamTransport", uses: ["MatchProtocol", "QueueExecutor"]),
    transports.tests(of: "StreamTransport", uses: ["MatchProtocol", "MatchSimulation"]),
    transports.library(
      "BrokerTransport",
      uses: ["MQTT", "MatchProtocol", "QueueExecutor", "Sodium"]
    ),
    transports.tests(
      of: "BrokerTransport",
      uses: [
        "MQTT", "MatchProtocol", "MatchSimulation", "PrivateBroker", "QueueExecutor", "Sodium",
      ]
    ),
    transports.library("MQTT", uses: ["CMosquitto", "QueueExecutor"]),
    transports.tests(of: "MQTT", uses: ["PrivateBroker", "QueueExecutor"]),
    // A queue that actors live on, for what waits for sockets.
    transports.library("QueueExecutor"),
    // No pkgConfig: its flags are forbidden, which is a warning at every build.
    transports.system("CMosquitto", from: "libmosquitto-dev"),

    app.program(
      "tabletooth",
      uses: [
        argumentParser, logging, "BLETransport", "BlueZ", "BoardUI", "BrokerTransport",
        "ChildProcesses", "Curses", "DBus", "Doctor", "GameRecords", "GameRules", "GameSearch",
        "HCI", "MQTT", "MatchPlay", "MatchProtocol", "MatchStore", "Phrases", "Sodium",
        "StreamTransport", "TOML", "Terminal", "VirtualBlueZ",
      ]
    ),
    // Runs the built program as a person does, against itself and against peers of its own.
    app.tests(
      of: "tabletooth",
      uses: [
        grdb, "BLETransport", "BlueZ", "BoardUI", "BrokerTransport", "DBus", "GameRecords",
        "GameRules", "MQTT", "MatchPlay", "MatchProtocol", "MatchStore", "Phrases",
        "PrivateBroker", "QueueExecutor", "Sodium", "Terminal",
      ]
    ),
    app.library(
      "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "Sodium", "Terminal",
      ]
    ),
    app.tests(
      of: "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "Sodium", "Terminal",
        "MatchSimulation",
      ],
      besides: ["Screens"]
    ),
    app.library("Doctor", uses: ["DBus", "HCI", "Phrases"]),
    app.tests(of: "Doctor", uses: ["DBus", "HCI"]),
    app.library("GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol"]),
    app.tests(of: "GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium"]),
    app.library(
      "MatchStore",
      uses: [grdb, "GameRecords", "GameRules", "MatchProtocol", "Sodium"]
    ),
    app.tests(
      of: "MatchStore",
      uses: [
        grdb, "GameRecords", "GameRules", "MatchPlay", "MatchProtocol", "MatchSimulation", "Sodium",
      ]
    ),
    // toml++ of Debian, which is C++.
    .target(name: "CToml", path: app.path("CToml")),
    app.library("TOML", uses: ["CToml"]),
    app.tests(of: "TOML"),
    app.library("Phrases"),
    app.tests(of: "Phrases", uses: ["Terminal"]),
    app.library("Terminal"),
    app.tests(of: "Terminal"),
    app.library("Curses", uses: ["CNcurses", "Terminal"]),
    // No pkgConfig: its flags are forbidden, which is a warning at every build.
    app.system("CNcurses", from: "libncurses-dev"),

    lab.library("MatchSimulation", uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium"]),
    // A mosquitto of one's own, for tests.
    lab.library("PrivateBroker", uses: ["ChildProcesses"]),
    lab.library(
      "TransportFuzz",
      uses: [
        "BrokerTransport", "MQTT", "MatchProtocol", "MatchSimulation", "Sodium", "StreamTransport",
      ]
    ),
    lab.tests(
      of: "TransportFuzz",
      uses: ["BrokerTransport", "MatchSimulation"],
      besides: ["Corpus"]
    ),
    lab.program(
      "soak",
      uses: [
        argumentParser, "BrokerTransport", "ChildProcesses", "GameRules", "GameSearch", "MQTT",
        "MatchPlay", "MatchProtocol", "MatchSimulation", "PrivateBroker", "QueueExecutor", "Sodium",
        "TransportFuzz",
      ]
    ),
    lab.tests(
      of: "soak",
      uses: ["BrokerTransport", "MQTT", "MatchSimulation", "PrivateBroker", "QueueExecutor"]
    ),
    // Plays Xiangqi against itself and fits the evaluation: docs/tuning.md.
    lab.program("tune", uses: ["GameRules", "GameSearch"]),
    lab.program(
      "liuzhou-bench",
      uses: [argumentParser, "GameRules", "GameSearch", "MatchSimulation"]
    ),
  ],
  cxxLanguageStandard: .cxx17
)

// Needs a compiler's option of its own, so it is no part of the package unless `make fuzz-guided`
// asks for it.
if Context.environment["TABLETOOTH_FUZZ"] != nil {
  package.targets.append(
    lab.program(
      "fuzz",
      uses: ["MatchSimulation", "TransportFuzz"],
      settings: [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
