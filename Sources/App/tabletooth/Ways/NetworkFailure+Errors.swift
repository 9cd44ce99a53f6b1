internal import BoardUI
internal import BrokerTransport
internal import MQTT
internal import StreamTransport

extension NetworkFailure {
  /// Why there is no stream, as the reason to end.
  init(_ error: StreamError) {
    switch error {
    case .unknownHost(let name, let words): self = .unknownHost(name, words: words)
    case .unreachable(let place, let words): self = .unreachable(place.endpoint, words: words)
    case .noAnswer(let place, let limit): self = .noAnswer(place.endpoint, after: limit)
    case .inUse(let place): self = .inUse(place.endpoint)
    case .cannotListen(let place, let words): self = .cannotListen(place.endpoint, words: words)
    case .notConnected: self = .unreachable("", words: "")
    }
  }
}

extension NetworkFailure {
  /// Why two players do not meet at a broker, as the reason to end.
  init(_ error: BrokerError) {
    switch error {
    case .nobodyThere(let limit): self = .nobodyThere(after: limit)
    case .notConnected, .takenOver: self = .unreachable("", words: "")
    case .broker(let broker, let error): self.init(error, at: broker)
    case .tooSmall(let broker, let limit, let needed):
      self = .tooSmall(broker: broker.description, bytes: limit, needed: needed)
    }
  }

  private init(_ error: MQTTError, at broker: BrokerAddress) {
    let name = broker.description
    switch error {
    case .unknownHost(let host): self = .unknownHost(host, words: "")
    case .unreachable(let words), .lost(let words), .ended(_, let words):
      self = .unreachable(name, words: words)
    case .noAnswer(let limit): self = .noAnswer(name, after: limit)
    case .insecure(let words): self = .insecure(broker: name, words: words)
    case .noTLS: self = .noTLS(broker: name, plain: broker.speaking(.plain).description)
    case .speaksTLS: self = .speaksTLS(broker: name, secure: broker.speaking(.secure).description)
    case .turnedAway:
      let secure = broker.scheme == .plain ? broker.speaking(.secure).description : nil
      self = .turnedAway(broker: name, secure: secure)
    case .unsound: self = .unsound(broker: name)
    case .hungUp: self = .hungUp(broker: name)
    case .silent(let limit): self = .silent(broker: name, after: limit)
    case .notAuthorized:
      self = .notAuthorized(broker: name, isSignedIn: broker.credentials != nil)
    case .refused(let reason, let words):
      self = .refused(broker: name, reason: reason, words: words)
    case .removed(let reason, let words):
      self = .removed(broker: name, reason: reason, words: words)
    case .otherVersion: self = .otherVersion(broker: name)
    case .forbidden: self = .forbidden(broker: name)
    case .takenOver: self = .takenOver(broker: name)
    case .notConnected, .tooLarge, .full: self = .unreachable(name, words: "")
    case .invalidText(let text): self = .unreachable(name, words: text)
    }
  }

  /// Why a code cannot be read, as the reason to end.
  init(_ error: TableCode.Broken) {
    let fault: CodeFault =
      switch error {
      case .length(let count): .length(count, of: TableCode.letterCount)
      case .version(let letter): .version(letter)
      case .letter(let letter): .letter(letter)
      case .checksum: .checksum
      case .broker(let text): .broker(BrokerText.hidingPasswords(text))
      case .missing(let broker): .missing(after: broker.description)
      case .noBroker: .noBroker
      }
    self = .brokenCode(fault)
  }
}
