import Avahi
import DBus
import Testing

/// What a service makes of the policy of a bus, which only a real dbus-daemon has.
@Suite(.timeLimit(.minutes(1))) struct AvahiPolicyTests {
  @Test func `a policy that denies is an error that says so`() async throws {
    let policy = """
      <policy context="default">
        <allow user="*"/><allow own="*"/><allow receive_sender="*"/>
        <allow send_destination="org.freedesktop.DBus"/>
        <allow send_type="method_return"/><allow send_type="error"/><allow send_type="signal"/>
      </policy>
      """
    try await PrivateBus.run(policy: .custom(policy)) { bus in
      let avahi = try await FakeAvahi.open(bus.address)
      let service = try await AvahiService.open(bus.address)
      var findings = Findings(await service.services(ofType: "_t._tcp"))
      await findings.read { $0.history.count == 2 }
      guard case .failed(.notPermitted) = findings.history.last else {
        Issue.record("\(findings.history)")
        return
      }
      #expect(avahi.calls == [])
      await service.close()
      await avahi.close()
    }
  }
}
