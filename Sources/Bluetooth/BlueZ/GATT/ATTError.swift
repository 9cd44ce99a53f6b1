internal import DBus
internal import Synchronization

/// The reason why a server refuses what a central asks for.
///
/// Each becomes an error code of the Attribute Protocol (Core specification, volume 3, part F,
/// 3.4.1.1) by way of an error of BlueZ (`src/gatt-database.c: dbus_error_to_att_ecode`).
public enum ATTError: Error, Hashable, Sendable {
  /// 0x02 for a read, and 0x03 for a write.
  case notPermitted
  /// 0x06, request not supported.
  case notSupported
  /// 0x07, invalid offset.
  case invalidOffset
  /// 0x08, insufficient authorization.
  case notAuthorized
  /// 0x0D, invalid attribute value length.
  case invalidLength
  /// 0x0E, unlikely error: any reason that has no code.
  case unlikely
  /// 0xFE, procedure already in progress.
  case inProgress
  /// A code that the profile defines, from 0x80 to 0x9F; bluetoothd makes 0x0E of any other.
  case application(UInt8)

  /// The answer that makes bluetoothd send the code.
  var reply: MethodReply {
    switch self {
    case .notPermitted: .failure(.notPermitted)
    case .notSupported: .failure(.notSupported)
    case .invalidOffset: .failure(.invalidOffset)
    case .notAuthorized: .failure(.notAuthorized)
    case .invalidLength: .failure(.invalidValueLength)
    case .unlikely: .failure(.failed)
    case .inProgress: .failure(.inProgress)
    case .application(let code): .failure(.failed, "0x" + String(code, radix: 16))
    }
  }
}

extension MethodReply {
  fileprivate static func failure(_ name: BlueZErrorName, _ text: String = "") -> MethodReply {
    .failure(name: name.fullName, text: text)
  }
}

/// Which writes are refused.
final class WriteRefusal: Sendable {
  private let decision = Mutex<@Sendable (WriteRequest) -> ATTError?>({ _ in nil })

  func set(_ decide: @escaping @Sendable (WriteRequest) -> ATTError?) {
    decision.withLock { $0 = decide }
  }

  func decide(_ write: WriteRequest) -> ATTError? { decision.withLock { $0 }(write) }
}
