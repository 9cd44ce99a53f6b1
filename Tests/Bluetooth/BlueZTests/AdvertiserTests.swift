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
    advertiser.wanted = .open
    #expect(steps(&advertiser) == [.register(.open)])
    #expect(steps(&advertiser).isEmpty)
  }

  @Test func `a link that comes or goes makes it register anew`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    _ = steps(&advertiser)
    advertiser.linksChanged()
    #expect(steps(&advertiser) == [.unregister(.open), .register(.open)])
  }

  @Test func `when the room is full it stays silent until a seat is free`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    _ = steps(&advertiser)
    advertiser.wanted = nil
    advertiser.linksChanged()
    #expect(steps(&advertiser) == [.unregister(.open)])
    advertiser.wanted = .open
    #expect(steps(&advertiser) == [.register(.open)])
  }

  @Test func `a full room is told from none, by another advertisement`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    _ = steps(&advertiser)
    advertiser.wanted = .full
    #expect(steps(&advertiser) == [.unregister(.open), .register(.full)])
    advertiser.wanted = .open
    #expect(steps(&advertiser) == [.unregister(.full), .register(.open)])
  }

  @Test func `a controller that refuses to tell of a full room is not asked again and again`() {
    var advertiser = Advertiser()
    advertiser.wanted = .full
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.full))
    #expect(advertiser.failed(.register(.full), .failed("")) == nil)
    #expect(advertiser.next() == nil)
    advertiser.wanted = .open
    #expect(advertiser.next() == .register(.open))
    advertiser.wanted = .full
    advertiser.linksChanged()
    #expect(advertiser.next() == .unregister(.open))
    #expect(advertiser.next() == .register(.full))
  }

  @Test func `a change while a call is under way is not forgotten`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.open))
    advertiser.linksChanged()
    #expect(advertiser.begin() == false)
    #expect(advertiser.next() == .unregister(.open))
    #expect(advertiser.next() == .register(.open))
    #expect(advertiser.next() == nil)
  }

  @Test func `after each failure it waits longer before it registers again`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    #expect(advertiser.begin() == true)
    let pauses = (0..<6).compactMap { _ in
      #expect(advertiser.next() == .register(.open))
      return advertiser.failed(.register(.open), .failed(""))
    }
    #expect(pauses == [0.5, 1, 2, 4, 8, 8].map(Duration.seconds))
    #expect(advertiser.next() == .register(.open))
    #expect(advertiser.next() == nil)
  }

  @Test func `a success makes the next failure the first`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.open))
    _ = advertiser.failed(.register(.open), .failed(""))
    #expect(advertiser.next() == .register(.open))
    advertiser.succeeded(.register(.open))
    advertiser.linksChanged()
    #expect(advertiser.next() == .unregister(.open))
    advertiser.succeeded(.unregister(.open))
    #expect(advertiser.next() == .register(.open))
    #expect(advertiser.failed(.register(.open), .failed("")) == .milliseconds(500))
  }

  @Test func `what may be registered is taken back before it is registered again`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.open))
    let refusal = BlueZError.alreadyExists("Already Exists")
    #expect(refusal.mayAdvertiseLater)
    _ = advertiser.failed(.register(.open), refusal)
    #expect(advertiser.next() == .unregister(.open))
    _ = advertiser.failed(.unregister(.open), .failed(""))
    #expect(advertiser.next() == .unregister(.open))
    #expect(advertiser.next() == .register(.open))
    #expect(advertiser.next() == nil)
  }

  @Test func `a full room that may be told of is not, where that was refused`() {
    var advertiser = Advertiser()
    advertiser.wanted = .full
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.full))
    #expect(advertiser.failed(.register(.full), .timedOut(.seconds(8))) == nil)
    #expect(advertiser.next() == .unregister(.full))
    #expect(advertiser.next() == nil)
  }

  @Test func `a failure while the room filled up is not tried again`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    #expect(advertiser.begin() == true)
    #expect(advertiser.next() == .register(.open))
    _ = advertiser.failed(.register(.open), .failed(""))
    advertiser.wanted = nil
    #expect(advertiser.next() == nil)
  }

  @Test func `after the controller was off it takes back what bluetoothd has kept`() {
    var advertiser = Advertiser()
    advertiser.wanted = .open
    _ = steps(&advertiser)
    advertiser.lost()
    #expect(steps(&advertiser) == [.unregister(.open), .register(.open)])
  }

  @Test func `a name that does not fit is refused before BlueZ cuts it`() {
    #expect(throws: Advertisement.InvalidName.tooLong(30)) {
      try Advertisement(services: [], localName: String(repeating: "六", count: 10))
    }
  }
}
