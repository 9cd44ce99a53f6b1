import Testing

@testable import BlueZ

@Suite struct AdvertiserTests {
  private func steps(_ advertiser: inout Advertiser) -> [Advertiser.Step] {
    guard advertiser.begin() else { return [] }
    var steps: [Advertiser.Step] = []
    while let step = advertiser.next() { steps.append(step) }
    advertiser.end()
    return steps
  }

  @Test func `it registers once while nothing changes`() {
    var advertiser = Advertiser()
    #expect(steps(&advertiser).isEmpty)
    advertiser.isWanted = true
    #expect(steps(&advertiser) == [.register])
    #expect(steps(&advertiser).isEmpty)
  }

  @Test func `a link that comes or goes makes it register anew`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    _ = steps(&advertiser)
    advertiser.linksChanged()
    #expect(steps(&advertiser) == [.unregister, .register])
  }

  @Test func `when the room is full it stays silent until a seat is free`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    _ = steps(&advertiser)
    advertiser.isWanted = false
    advertiser.linksChanged()
    #expect(steps(&advertiser) == [.unregister])
    advertiser.isWanted = true
    #expect(steps(&advertiser) == [.register])
  }

  @Test func `a change while a call is under way is not forgotten`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register)
    advertiser.linksChanged()
    #expect(advertiser.begin() == false)
    #expect(advertiser.next() == .unregister)
    #expect(advertiser.next() == .register)
    #expect(advertiser.next() == nil)
  }

  @Test func `after each failure it waits longer before it registers again`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    #expect(advertiser.begin() == true)
    let pauses = (0..<6).map { _ in
      #expect(advertiser.next() == .register)
      return advertiser.failed()
    }
    #expect(pauses == [0.5, 1, 2, 4, 8, 8].map(Duration.seconds))
    #expect(advertiser.next() == .register)
    #expect(advertiser.next() == nil)
  }

  @Test func `a success makes the next failure the first`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register)
    _ = advertiser.failed()
    #expect(steps(&advertiser).isEmpty)
    #expect(advertiser.next() == .register)
    advertiser.linksChanged()
    #expect(advertiser.next() == .unregister)
    #expect(advertiser.next() == .register)
    #expect(advertiser.failed() == .milliseconds(500))
  }

  @Test func `a failure while the room filled up is not tried again`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register)
    _ = advertiser.failed()
    advertiser.isWanted = false
    #expect(advertiser.next() == nil)
  }

  @Test func `after bluetoothd came back it registers again`() {
    var advertiser = Advertiser()
    advertiser.isWanted = true
    _ = steps(&advertiser)
    advertiser.forget()
    #expect(steps(&advertiser) == [.register])
  }

  @Test func `a name that does not fit is refused before BlueZ cuts it`() {
    #expect(throws: Advertisement.InvalidName.tooLong(30)) {
      try Advertisement(services: [], localName: String(repeating: "六", count: 10))
    }
  }
}
