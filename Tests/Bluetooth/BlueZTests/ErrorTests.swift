import BlueZ
import DBus
import Testing

@Suite struct ErrorTests {
  static let names: [(String, BlueZError)] = [
    ("Failed", .failed("x")), ("Rejected", .rejected("x")), ("Canceled", .canceled("x")),
    ("InvalidArguments", .invalidArguments("x")), ("AlreadyExists", .alreadyExists("x")),
    ("DoesNotExist", .doesNotExist("x")), ("InProgress", .inProgress("x")),
    ("AlreadyConnected", .alreadyConnected("x")), ("NotConnected", .notConnected("x")),
    ("NotSupported", .notSupported("x")), ("NotAuthorized", .notAuthorized("x")),
    ("NotAvailable", .notAvailable("x")), ("NotReady", .notReady("x")),
    ("NotPermitted", .notPermitted("x")), ("NoSuchAdapter", .noSuchAdapter("x")),
    ("AgentNotAvailable", .agentNotAvailable("x")), ("InvalidOffset", .invalidOffset("x")),
    ("InvalidValueLength", .invalidValueLength("x")), ("InvalidLength", .invalidLength("x")),
    ("AuthenticationCanceled", .authenticationCanceled("x")),
    ("AuthenticationFailed", .authenticationFailed("x")),
    ("AuthenticationRejected", .authenticationRejected("x")),
    ("AuthenticationTimeout", .authenticationTimeout("x")),
    ("ConnectionAttemptFailed", .connectionAttemptFailed("x")), ("Blocked", .blocked("x")),
    ("Busy", .busy("x")), ("New", .other(name: "org.bluez.Error.New", text: "x")),
  ]

  @Test(arguments: names)
  func `each name of BlueZ is a case of its own`(name: String, expected: BlueZError) {
    #expect(BlueZError(.remote(name: "org.bluez.Error.\(name)", text: "x")) == expected)
  }

  @Test(arguments: [
    (BusError.Name.serviceUnknown, BlueZError.notRunning),
    (BusError.Name.noReply, .notRunning), (BusError.Name.nameHasNoOwner, .notRunning),
    ("org.freedesktop.DBus.Error.Spawn.ChildExited", .notRunning),
    ("org.freedesktop.systemd1.NoSuchUnit", .notRunning),
    (BusError.Name.accessDenied, .accessDenied("x")),
    (BusError.Name.unknownObject, .objectGone("x")),
    (BusError.Name.unknownMethod, .objectGone("x")),
  ])
  func `what the bus says means something for Bluetooth`(name: String, expected: BlueZError) {
    #expect(BlueZError(.remote(name: name, text: "x")) == expected)
  }

  @Test(arguments: [
    (BlueZError.notAvailable("br-connection-profile-unavailable"), true),
    (.failed("br-connection-refused"), true), (.failed("br-connection-canceled"), false),
    (.failed("le-connection-abort-by-local"), false), (.notRunning, false),
  ])
  func `an attempt over Bluetooth classic is told from one over LE`(
    error: BlueZError,
    isClassic: Bool
  ) {
    #expect(error.isAboutClassic == isClassic)
  }

  @Test func `what concerns the bus itself stays what it is`() {
    #expect(BlueZError(.disconnected) == .bus(.disconnected))
    #expect(BlueZError(.cancelled) == .cancelled)
    #expect(BlueZError(.timedOut(after: .seconds(1))) == .timedOut(.seconds(1)))
  }
}
