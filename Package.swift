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

/// The optimiser for what `make` builds and tests; assertions stay.
///
/// docs/dev/decisions/0040-one-build.md has the times.
let optimised: [SwiftSetting] =
  Context.environment["TABLETOOTH_OPTIMISED"] == nil
  ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// The targets of one folder of `Sources` and its tests in the folder of the same name in `Tests`.
///
/// The README of the folder says what its targets may import; `scripts/check-imports` checks it.
struct Folder {
  let name: String

  func path(_ target: String) -> String { "Sources/\(name)/\(target)" }

  /// A library with the strict settings.
  func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(
      name: name,
      dependencies: dependencies,
      path: path(name),
      swiftSettings: strict + optimised
    )
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
      swiftSettings: strict + optimised + settings
    )
  }

  /// The tests of `target`, such as `SoakTests` of `soak` and `TabletoothEngineTests` of
  /// `tabletooth-engine`.
  func tests(
    of target: String,
    uses dependencies: [Target.Dependency] = [],
    besides files: [String] = []
  ) -> Target {
    let words = target.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let tests = words.joined() + "Tests"
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
  package: "swift-argument-parser",
  condition: .when(traits: ["Game"])
)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let grdb = Target.Dependency.product(
  name: "GRDB",
  package: "GRDB.swift",
  condition: .when(traits: ["Game"])
)

let package = Package(
  name: "tabletooth",
  products: [
    .executable(name: "tabletooth", targets: ["tabletooth"]),
    .executable(name: "tabletooth-engine", targets: ["tabletooth-engine"]),
    // Libraries that another package may use; Tests/OutsidePackage does.
    .library(name: "DBus", targets: ["DBus"]),
    .library(name: "BlueZ", targets: ["BlueZ"]),
    .library(name: "VirtualBlueZ", targets: ["VirtualBlueZ"]),
    .library(name: "BluetoothDoctor", targets: ["BluetoothDoctor"]),
    .library(name: "GameRules", targets: ["GameRules"]),
    .library(name: "GameSearch", targets: ["GameSearch"]),
    .library(name: "MatchProtocol", targets: ["MatchProtocol"]),
    .library(name: "MatchPlay", targets: ["MatchPlay"]),
  ],
  // Bluetooth needs none of the game's packages: docs/dev/decisions/0038-traits.md.
  traits: [
    .default(enabledTraits: ["Game"]),
    .trait(name: "Game", description: "The game and its programs, rather than Bluetooth alone."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    bluetooth.library("DBus", uses: ["CDBus", "ChildProcesses", logging]),
    bluetooth.tests(of: "DBus"),
    bluetooth.library("BlueZ", uses: ["DBus"]),
    bluetooth.tests(of: "BlueZ", uses: ["DBus", "TestSupport", "VirtualBlueZ"]),
    bluetooth.library("VirtualBlueZ", uses: ["BlueZ", "DBus"]),
    bluetooth.tests(of: "VirtualBlueZ", uses: ["BlueZ", "ChildProcesses", "DBus"]),
    bluetooth.library("BluetoothDoctor", uses: ["BlueZ", "DBus"]),
    bluetooth.tests(of: "BluetoothDoctor", uses: ["BlueZ", "DBus", "TestSupport"]),
    // The only one that needs libbluetooth, which is GPL-2.0-or-later: no product has it.
    bluetooth.library("HCI", uses: ["BluetoothDoctor", "CBluetooth"]),
    bluetooth.tests(of: "HCI", uses: ["BluetoothDoctor"]),
    // Programs that are started, and daemons that end with who started them.
    bluetooth.library("ChildProcesses"),
    bluetooth.tests(of: "ChildProcesses"),
    bluetooth.system("CDBus", pkgConfig: "dbus-1", from: "libdbus-1-dev"),
    bluetooth.system("CBluetooth", pkgConfig: "bluez", from: "libbluetooth-dev"),

    engine.library("GameRules"),
    engine.tests(of: "GameRules", uses: ["TestSupport"], besides: ["Fixtures"]),
    engine.library("GameSearch", uses: ["GameRules"]),
    engine.tests(of: "GameSearch", uses: ["GameRules", "PlainPlayers", "TestSupport"]),
    // Standard streams and signals of a process.
    engine.library("ProcessIO"),
    engine.tests(of: "ProcessIO"),
    engine.library("EngineProtocols", uses: ["GameRules", "GameSearch", "ProcessIO"]),
    engine.tests(of: "EngineProtocols", uses: ["GameRules", "GameSearch", "TestSupport"]),
    // The robot and other programs as opponents, for both programs.
    engine.library(
      "EnginePlayers",
      uses: ["ChildProcesses", "EngineProtocols", "GameRules", "GameSearch", "ProcessIO"]
    ),
    engine.tests(of: "EnginePlayers", uses: ["EngineProtocols", "GameRules", "GameSearch"]),
    // What both programs take on their command lines.
    engine.library(
      "CommonOptions",
      uses: [argumentParser, "EnginePlayers", "EngineProtocols", "GameRules", "GameSearch"]
    ),
    engine.program(
      "tabletooth-engine",
      uses: [
        argumentParser, "CommonOptions", "EnginePlayers", "EngineProtocols", "GameRules",
        "GameSearch", "ProcessIO",
      ]
    ),
    engine.tests(of: "tabletooth-engine", uses: ["GameRules"]),

    match.library("Sodium", uses: ["CSodium"]),
    match.tests(of: "Sodium", uses: ["MatchSimulation", "TestSupport"]),
    match.library("MatchProtocol", uses: ["Sodium"]),
    match.tests(
      of: "MatchProtocol",
      uses: ["Sodium", "MatchSimulation", "TestSupport"],
      besides: ["Fuzz/Corpus", "Messages/Golden"]
    ),
    match.library("MatchPlay", uses: ["GameRules", "MatchProtocol"]),
    match.tests(
      of: "MatchPlay",
      uses: ["GameRules", "MatchProtocol", "MatchSimulation", "TestSupport"]
    ),
    match.system("CSodium", pkgConfig: "libsodium", from: "libsodium-dev"),

    transports.library("BLETransport", uses: ["BlueZ", "DBus", "MatchProtocol"]),
    transports.tests(
      of: "BLETransport",
      uses: ["BlueZ", "DBus", "MatchProtocol", "Sodium", "TestSupport", "VirtualBlueZ"]
    ),
    transports.library("StreamTransport", uses: ["MatchProtocol", "QueueExecutor"]),
    transports.tests(of: "StreamTransport", uses: ["MatchProtocol", "TestSupport"]),
    // The page for browsers, over HTTP and WebSockets.
    transports.library("WebTransport", uses: ["MatchProtocol", "StreamTransport"]),
    transports.tests(
      of: "WebTransport",
      uses: ["MatchProtocol", "StreamTransport", "TestSupport", "WebGuest"]
    ),
    transports.library(
      "BrokerTransport",
      uses: ["MQTT", "MatchProtocol", "QueueExecutor", "Sodium"]
    ),
    transports.tests(
      of: "BrokerTransport",
      uses: [
        "MQTT", "MatchProtocol", "PrivateBroker", "QueueExecutor", "Sodium", "TestSupport",
      ]
    ),
    transports.library("MQTT", uses: ["CMosquitto", "QueueExecutor"]),
    transports.tests(of: "MQTT", uses: ["PrivateBroker", "QueueExecutor"]),
    // Services on the local network, by avahi-daemon.
    transports.library("Avahi", uses: ["DBus"]),
    transports.tests(of: "Avahi", uses: ["ChildProcesses", "DBus", "TestSupport"]),
    // The iPhone app BlueGame of 2016, on a service of its own.
    transports.library("BlueGame", uses: ["BlueZ", "GameRules"]),
    transports.tests(of: "BlueGame", uses: ["BlueZ", "GameRules", "TestSupport", "VirtualBlueZ"]),
    // A queue that actors live on, for what waits for sockets.
    transports.library("QueueExecutor"),
    // No pkgConfig: its flags are forbidden, which is a warning at every build.
    transports.system("CMosquitto", from: "libmosquitto-dev"),

    app.program(
      "tabletooth",
      uses: [
        argumentParser, logging, "Avahi", "BLETransport", "BlueGame", "BlueZ", "BluetoothDoctor",
        "BoardUI", "BrokerTransport", "CMalloc", "ChildProcesses", "CommonOptions", "Curses",
        "DBus", "DoctorText",
        "EnginePlayers", "EngineProtocols", "FileHash", "GameRecords", "GameRules", "GameSearch",
        "HCI", "MQTT", "MatchPlay", "MatchProtocol", "MatchStore", "Phrases", "ProcessIO",
        "QueueExecutor",
        "Sodium", "StreamTransport", "TOML", "Terminal", "VirtualBlueZ", "WebTransport",
      ]
    ),
    // Runs the built programs as a person does, against themselves and against peers of their own.
    app.tests(
      of: "tabletooth",
      uses: [
        grdb, "Avahi", "BLETransport", "BlueZ", "BoardUI", "BrokerTransport", "DBus", "DoctorText",
        "GameRecords", "GameRules", "MQTT", "MatchPlay", "MatchProtocol", "MatchStore", "Phrases",
        "PrivateBroker", "ProcessIO", "QueueExecutor", "Sodium", "StreamTransport", "Terminal",
        "TestSupport", "WebGuest", "tabletooth-engine",
      ]
    ),
    app.library(
      "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "QRCode", "Sodium",
        "Terminal",
      ]
    ),
    app.tests(
      of: "BoardUI",
      uses: [
        "GameRules", "GameSearch", "MatchPlay", "MatchProtocol", "Phrases", "Sodium", "Terminal",
        "MatchSimulation", "TestSupport",
      ],
      besides: ["Screens"]
    ),
    app.library("DoctorText", uses: ["BlueZ", "BluetoothDoctor", "Phrases"]),
    app.tests(of: "DoctorText", uses: ["BlueZ", "BluetoothDoctor", "DBus", "Phrases"]),
    app.library("GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol"]),
    app.tests(of: "GameRecords", uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium"]),
    app.library(
      "MatchStore",
      uses: [grdb, "GameRecords", "GameRules", "MatchPlay", "MatchProtocol", "Sodium"]
    ),
    app.tests(
      of: "MatchStore",
      uses: [
        grdb, "GameRecords", "GameRules", "MatchPlay", "MatchProtocol", "MatchSimulation", "Sodium",
        "TestSupport",
      ]
    ),
    // OpenSSL's SHA-256. No pkgConfig: libmosquitto has brought it along.
    app.library("FileHash", uses: ["CCrypto"]),
    app.tests(of: "FileHash", uses: ["Sodium"]),
    app.system("CCrypto", from: "libssl-dev"),
    app.system("CMalloc", from: "libc6-dev"),
    // Squares for cameras.
    app.library("QRCode", uses: ["CQRencode"]),
    app.tests(of: "QRCode"),
    app.system("CQRencode", pkgConfig: "libqrencode", from: "libqrencode-dev"),
    // toml++ of Debian, which is C++.
    .target(name: "CToml", path: app.path("CToml")),
    app.library("TOML", uses: ["CToml"]),
    app.tests(of: "TOML"),
    // po/zh_CN.po, embedded.
    .target(name: "CCatalogue", path: app.path("CCatalogue")),
    app.library("Phrases", uses: ["CCatalogue"]),
    app.tests(of: "Phrases"),
    app.library("Terminal"),
    app.tests(of: "Terminal"),
    app.library("Curses", uses: ["CNcurses", "Terminal"]),
    // No pkgConfig: its flags are forbidden, which is a warning at every build.
    app.system("CNcurses", from: "libncurses-dev"),

    // For tests of all folders: a clock that they move, and random numbers from a seed.
    lab.library("TestSupport"),
    lab.tests(of: "TestSupport"),
    // Plain searches to measure others against.
    lab.library("PlainPlayers", uses: ["GameRules", "TestSupport"]),
    lab.library(
      "MatchSimulation",
      uses: ["GameRules", "MatchPlay", "MatchProtocol", "Sodium", "TestSupport"]
    ),
    // A page in a browser, for tests.
    lab.library("WebGuest", uses: ["MatchProtocol", "StreamTransport"]),
    // A mosquitto of one's own, for tests.
    lab.library("PrivateBroker", uses: ["ChildProcesses"]),
    lab.library(
      "TransportFuzz",
      uses: [
        "BrokerTransport", "MQTT", "MatchProtocol", "MatchSimulation", "Sodium", "StreamTransport",
        "WebTransport",
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
        argumentParser, "BrokerTransport", "ChildProcesses", "EngineProtocols", "GameRules",
        "GameSearch", "MQTT", "MatchPlay", "MatchProtocol", "MatchSimulation", "PlainPlayers",
        "PrivateBroker", "QueueExecutor", "Sodium", "TestSupport", "TransportFuzz",
      ]
    ),
    lab.tests(
      of: "soak",
      uses: ["BrokerTransport", "MQTT", "PrivateBroker", "QueueExecutor", "TestSupport"]
    ),
    // Plays Xiangqi against itself and fits the evaluation: docs/dev/tuning.md.
    lab.program("tune", uses: ["GameRules", "GameSearch"]),
    lab.program(
      "liuzhou-bench",
      uses: [argumentParser, "GameRules", "GameSearch", "PlainPlayers", "TestSupport"]
    ),
  ],
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx17
)

// Needs a compiler's option of its own, so it is no part of the package unless
// `make soak WHAT=guided` asks for it.
if Context.environment["TABLETOOTH_FUZZ"] != nil {
  package.targets.append(
    lab.program(
      "fuzz",
      uses: ["MatchSimulation", "TransportFuzz"],
      settings: [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
