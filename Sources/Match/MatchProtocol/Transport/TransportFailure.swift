/// An error of opening a transport.
public protocol TransportFailure: Error, Hashable {
  /// Whether the same may work a moment later, without anybody doing anything.
  var mayPass: Bool { get }
}
