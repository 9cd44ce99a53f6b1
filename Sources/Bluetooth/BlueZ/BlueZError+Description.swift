extension BlueZError: CustomStringConvertible {
  /// What went wrong, as a sentence for a person, without a full stop.
  public var description: String {
    switch self {
    case .failed(let text): Self.join("the request failed", text)
    case .rejected(let text): Self.join("bluetoothd rejected the request", text)
    case .canceled(let text): Self.join("bluetoothd cancelled the request", text)
    case .invalidArguments(let text): Self.join("bluetoothd cannot use what it was sent", text)
    case .alreadyExists(let text): Self.join("it exists already", text)
    case .doesNotExist(let text): Self.join("it does not exist", text)
    case .inProgress(let text): Self.join("the same is in progress already", text)
    case .alreadyConnected(let text): Self.join("the device is already connected", text)
    case .notConnected(let text): Self.join("the device is not connected", text)
    case .notSupported(let text): Self.join("it is not supported", text)
    case .notAuthorized(let text): Self.join("it is not authorized", text)
    case .notAvailable(let text): Self.join("it is not available", text)
    case .notReady(let text): Self.join("the Bluetooth controller is off", text)
    case .notPermitted(let text): Self.join("it is not permitted", text)
    case .noSuchAdapter(let text): Self.join("there is no such Bluetooth controller", text)
    case .agentNotAvailable(let text): Self.join("nobody answers questions about pairing", text)
    case .invalidOffset(let text): Self.join("the offset is behind the end of the value", text)
    case .invalidValueLength(let text), .invalidLength(let text):
      Self.join("the value has a wrong length", text)
    case .authenticationCanceled(let text): Self.join("pairing was cancelled", text)
    case .authenticationFailed(let text): Self.join("pairing failed", text)
    case .authenticationRejected(let text): Self.join("pairing was rejected", text)
    case .authenticationTimeout(let text): Self.join("pairing took too long", text)
    case .connectionAttemptFailed(let text): Self.join("the device does not connect", text)
    case .blocked(let text): Self.join("Bluetooth is blocked; type rfkill unblock bluetooth", text)
    case .busy(let text): Self.join("bluetoothd is busy", text)
    case .other(let name, let text): Self.join("bluetoothd reports \(name)", text)
    case .notRunning: "bluetoothd is not running; type systemctl start bluetooth"
    case .gone: "bluetoothd was running and has stopped"
    case .accessDenied(let text): Self.join("this user may not talk to bluetoothd", text)
    case .objectGone(let text): Self.join("bluetoothd no longer knows the device", text)
    case .connectionLost: "the connection to the device was lost"
    case .tooSlow(let count): "the program reads too slowly: \(count) elements waited already"
    case .malformed(let uuid, let bytes):
      "the characteristic \(uuid) has a malformed value of \(bytes.count) bytes"
    case .timedOut(let limit): "there was no answer within \(limit)"
    case .cancelled: "the task was cancelled"
    case .bus(let failure): "\(failure)"
    case .unexpectedReply(let text): Self.join("bluetoothd sent an answer of another shape", text)
    }
  }

  private static func join(_ title: String, _ text: String) -> String {
    text.isEmpty ? title : "\(title): \(text)"
  }
}

extension BusFailure: CustomStringConvertible {
  /// What went wrong, as a sentence for a person, without a full stop.
  public var description: String {
    switch self {
    case .disconnected: "the connection to D-Bus was closed"
    case .unreachable(let address, _, let text): "there is no D-Bus at \(address): \(text)"
    case .remote(let name, let text): "D-Bus reports \(name): \(text)"
    case .unsendable(let text): "D-Bus cannot carry this: \(text)"
    }
  }
}

extension ATTError: CustomStringConvertible {
  /// The reason, as a sentence for a person, without a full stop.
  public var description: String {
    switch self {
    case .notPermitted: "the server does not permit it"
    case .notSupported: "the server does not support it"
    case .invalidOffset: "the offset is behind the end of the value"
    case .notAuthorized: "the server does not authorize it"
    case .invalidLength: "the value has a wrong length"
    case .unlikely: "the server has failed"
    case .inProgress: "the same is in progress already"
    case .application(let code): "the server reports its error 0x\(String(code, radix: 16))"
    }
  }
}
