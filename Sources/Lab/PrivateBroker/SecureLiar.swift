internal import ChildProcesses

/// A TLS server in place of a broker that sends the same bytes to everybody.
public enum SecureLiar {
  /// Starts one at a free port, runs `body` with that, and ends it.
  ///
  /// - Parameters:
  ///   - bytes: What it says as soon as TLS stands.
  ///   - broker: A secure one, whose certificate it shows.
  ///   - body: What it is for.
  /// - Returns: What `body` returns.
  /// - Throws: ``PrivateBroker/StartFailure``, or what `body` throws.
  @discardableResult
  public static func run<Result>(
    saying bytes: [UInt8],
    as broker: PrivateBroker,
    _ body: (UInt16) async throws -> Result
  ) async throws -> Result {
    let port = try PrivateBroker.freePort()
    let text = bytes.map { "\\0" + String($0, radix: 8) }.joined()
    let script = """
      { printf '%b' '\(text)'; exec tail -f /dev/null; } | \
      openssl s_server -accept 127.0.0.1:\(port) -cert "$0/certificate.pem" -key "$0/key.pem" 2>&1 |
      { while read -r line; do case $line in ACCEPT*) break;; esac; done; echo ready; cat >/dev/null; } &
      exec 1>&-
      read -r _
      kill -9 0
      """
    let daemon: GuardedDaemon
    do throws(GuardedDaemon.StartFailure) {
      daemon = try GuardedDaemon(script, broker.folder) { $0.contains("ready") }
    } catch {
      throw PrivateBroker.StartFailure(text: "openssl does not start: \(error)")
    }
    defer { daemon.end() }
    return try await body(port)
  }
}
