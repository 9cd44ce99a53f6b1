internal import BoardUI
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
