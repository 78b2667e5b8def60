import Foundation
import Transfer

/// The address of a check at a service that reports runs which fail or do not come, as healthchecks.io documents it
/// (https://healthchecks.io/docs/http_api/). The address is a key: no text of this type has it.
public struct MonitorPing: Sendable {
  /// What a request reports.
  public enum Moment: Sendable, Hashable {
    /// The run begins.
    case start
    /// The run has ended; 0 is success.
    case end(status: UInt8)
  }

  /// Longer summaries are cut; the service keeps 100 kB.
  private static let mostBytes = 50_000
  private static let seconds = 10
  private let address: URLComponents

  /// Nil if the text is not an http or https address of at most 2048 bytes.
  public init?(_ address: String) {
    guard address.utf8.count <= 2048, let parts = URLComponents(string: address),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
    else { return nil }
    self.address = parts
  }

  /// The address of a request.
  /// - Parameter run: The same for the start and the end of a run.
  func url(_ moment: Moment, run: UUID) -> String {
    var parts = address
    let path = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
    switch moment {
    case .start: parts.path = path + "/start"
    case .end(status: 0): parts.path = path
    case .end(let status): parts.path = path + "/\(status)"
    }
    parts.queryItems =
      (parts.queryItems ?? []) + [URLQueryItem(name: "rid", value: run.uuidString.lowercased())]
    return parts.string ?? ""
  }

  /// Sends one request, which takes ten seconds at most.
  /// - Parameters:
  ///   - body: For people who look at the service.
  ///   - options: Those of the network apply.
  /// - Returns: What went wrong, to follow a subject; nil if nothing.
  public func send(
    _ moment: Moment, run: UUID, body: String = "", _ options: MirrorOptions = MirrorOptions()
  ) async -> String? {
    let engine: TransferEngine
    do {
      let host = TransferConfiguration.hosts(of: [url(.start, run: run)])
      engine = try TransferEngine(
        try TransferConfiguration(options, namedHosts: host, whenStuck: nil))
    } catch {
      return "cannot be sent"
    }
    var request = TransferRequest(url: url(moment, run: run))
    request.method = .post
    request.body = .bytes(Array(body.utf8.prefix(Self.mostBytes)))
    (request.deadline, request.followsRedirects) = (.seconds(Self.seconds), false)
    request.maximumBytes = 1 << 20
    let problem = await Self.send(request, by: engine)
    await engine.shutdown()
    return problem
  }

  private static func send(
    _ request: TransferRequest, by engine: TransferEngine
  ) async -> String? {
    do throws(TransferError) {
      let answer = try await engine.answer(to: request)
      return (200..<300).contains(answer.status)
        ? nil : "was answered with HTTP status \(answer.status)"
    } catch {
      switch error.kind {
      case .timedOut, .stalled: return "had no answer within \(seconds) seconds"
      case .tls: return "failed: the certificate of its server is not trusted"
      default: return "failed: its server cannot be reached"
      }
    }
  }
}
