internal import BlueZ
internal import DBus
internal import Glibc
internal import MatchProtocol

/// A link to a host that is up.
struct CentralLink: Sendable {
  /// Which link of its transport it is, from 1.
  let number: Int
  let device: ObjectPath
  let notify: RemoteCharacteristic
  let write: RemoteCharacteristic
  let socket: CharacteristicSocket?
  let changes: AsyncStream<ObjectTree.Change>
  let maximumPacketSize: Int

  var peer: PeerID { PeerID(rawValue: device.rawValue) }

  /// The loss of the link that `change` means; `nil` if it does not end it.
  func loss(by change: ObjectTree.Change) -> LinkLoss? {
    switch change {
    case .changed(device, _, let properties) where properties[.connected]?.boolean == false:
      .disconnected
    case .removed(device, _):
      .disconnected
    case .removed(notify.path, _), .removed(write.path, _):
      .serviceGone
    case .serviceLost:
      .transportGone
    default: nil
    }
  }
}

/// Packets that wait for their turn.
struct WriteQueue {
  private var packets: [[UInt8]] = []
  private var isBusy = false

  var first: [UInt8]? { packets.first }

  mutating func append(_ packet: [UInt8]) {
    packets.append(packet)
  }

  mutating func removeFirst() {
    if !packets.isEmpty { packets.removeFirst() }
  }

  /// True if the caller is to write them all; somebody else does already when not.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  mutating func end() {
    isBusy = false
  }
}

extension CharacteristicSocket {
  enum WriteResult: Hashable {
    case written
    case full
    case closed
  }

  /// Writes one packet, and says when there is no room, or nobody, for it.
  func write(_ packet: [UInt8]) -> WriteResult {
    let count = descriptor.withDescriptor { number in
      unsafe packet.withUnsafeBytes { bytes in
        unsafe send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
    guard let count else { return .closed }
    if count >= 0 { return .written }
    return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ? .full : .closed
  }
}
