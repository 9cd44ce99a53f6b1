import BlueZ
import Testing

@Suite struct ConnectLadderTests {
  private func steps(_ errors: [BlueZError]) -> [ConnectLadder.Step] {
    var ladder = ConnectLadder()
    return errors.map { ladder.failed($0) }
  }

  @Test func `the usual failure goes over every rung before it gives up`() {
    let error = BlueZError.failed("le-connection-abort-by-local")
    #expect(
      steps([error, error, error, error]) == [.retry, .disconnect, .remove, .giveUp(error)]
    )
  }

  @Test func `an attempt that is pending is cancelled at once`() {
    #expect(steps([.inProgress("x"), .inProgress("x")]) == [.disconnect, .remove])
  }

  @Test func `a device that evaporated is looked for again`() {
    #expect(steps([.objectGone("x")]) == [.remove])
  }

  @Test(arguments: [
    BlueZError.notReady("x"), .notRunning, .gone, .accessDenied("x"), .notSupported("x"),
    .cancelled,
  ])
  func `what trying again cannot mend ends it`(error: BlueZError) {
    #expect(steps([error]) == [.giveUp(error)])
  }
}
