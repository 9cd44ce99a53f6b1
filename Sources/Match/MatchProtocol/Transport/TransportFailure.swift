/// An error of opening a transport.
public protocol TransportFailure: Error, Hashable {
  /// True if the same may work a moment later, without anybody doing anything.
  var mayPass: Bool { get }
}
