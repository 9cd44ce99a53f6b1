/// The reason why the kernel says nothing about its Bluetooth controllers.
public enum HCIError: Error, Hashable, Sendable {
  /// There is no Bluetooth in the kernel, or not for this process: `EAFNOSUPPORT` or
  /// `EPROTONOSUPPORT`.
  ///
  /// The kernel was built without it, its module is missing, or the process lives in a container:
  /// Bluetooth sockets exist only in the machine's first network namespace.
  case noBluetooth
  /// This process may not ask: `EPERM` or `EACCES`.
  case denied
  /// Nobody has asked it: reading it by libbluetooth is the caller's choice.
  case notAsked
  /// Anything else: the call that failed, and its `errno`.
  case failed(call: String, errno: Int32)
}
