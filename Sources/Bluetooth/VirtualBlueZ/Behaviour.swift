/// The faults of the air and its bluetoothd.
///
/// The default is BlueZ 5.82 at its best: everything arrives in order, and values that are too long
/// are cut or lost as there. The numbers are those of its source, and of a real daemon that was
/// watched.
public struct Behaviour: Hashable, Sendable {
  /// A release of BlueZ, by the version that its adapters name.
  public enum Release: String, CaseIterable, Sendable {
    /// The release of Debian 12.
    case bookworm = "5.66"
    /// The release of Debian 13, and the default.
    case trixie = "5.82"
    /// The release of Debian sid, which the doctor advises to replace.
    case sid = "5.87"

    /// The modalias of its adapters, with the version in hexadecimal.
    var modalias: String {
      switch self {
      case .bookworm: "usb:v1D6Bp0246d0542"
      case .trixie: "usb:v1D6Bp0246d0552"
      case .sid: "usb:v1D6Bp0246d0557"
      }
    }

    /// The first handle behind its own services.
    var firstHandle: UInt16 { self == .bookworm ? 0x15 : 0x13 }

    /// The name that it gives each adapter.
    var adapterName: String { "BlueZ \(rawValue)" }
  }

  /// What becomes of a search that the kernel does not make.
  public enum SearchFault: Hashable, Sendable {
    /// bluetoothd answers `InProgress`, as to most failures of the kernel.
    case inProgress
    /// bluetoothd answers `Failed`.
    case failed
    /// bluetoothd says yes, and `Discovering` stays false.
    case silent
  }

  /// The release that it answers like; links and adapters that are shown stay as they are.
  public var release = Release.trixie
  /// The seed of everything that is random.
  public var seed: UInt64 = 1
  /// By how many places a notification or a command may overtake others; 0 keeps the order.
  ///
  /// 5.66 with its default of three EATT channels has been seen to reach 79.
  public var displacement = 0
  /// Which part of notifications and commands is lost, from 0 to 1.
  public var lossRate = 0.0
  /// True if notifications are cut at the MTU less 5, rather than less 3.
  public var cutsNotifications = true
  /// True if writes of more than 510 bytes vanish, as up to 5.68.
  public var losesLongWrites = false
  /// True if `ServicesResolved` comes before the objects of the services, which then come one by
  /// one.
  public var resolvesEarly = false
  /// True if each registration of an application gets new handles, and so new paths.
  public var movesHandles = true
  /// The packet of a link, counted from 1 in both directions, that is lost together with the link.
  public var dropsLinkAtPacket: Int?
  /// The ATT MTU of new links in bytes.
  public var mtu: Int {
    get { boundedMTU }
    set { boundedMTU = min(max(newValue, Self.mtus.lowerBound), Self.mtus.upperBound) }
  }
  /// True if nobody hears advertisements.
  public var hidesAdvertisements = false
  /// True if advertisements are heard without the packet that brings their names.
  public var hidesNames = false
  /// The number of attempts to connect that fail from now on, with `le-connection-abort-by-local`.
  public var failingConnects = 0
  /// True if every advertisement is refused, as some kernels do.
  public var refusesAdvertisements = false
  /// What becomes of the next searches.
  public var searchFault = SearchFault.inProgress
  /// The number of searches that have this fault from now on.
  public var failingSearches = 0
  /// The number of an adapter that can only be a central, if there is one; it counts at the start.
  public var centralOnly: Int?
  /// The number of centrals an adapter takes at a time.
  public var maximumLinks = 8

  /// The MTUs that a link can have: ATT's least, and the most that BlueZ asks for.
  public static let mtus = 23...517

  private var boundedMTU = 517

  /// The behaviour of 5.82 on a good day.
  public init() {}

  /// The behaviour of a good day, but for what `change` does to it.
  public static func with(_ change: (inout Behaviour) -> Void) -> Behaviour {
    var behaviour = Behaviour()
    change(&behaviour)
    return behaviour
  }
}
