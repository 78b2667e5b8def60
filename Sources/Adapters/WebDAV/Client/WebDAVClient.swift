import Locking
import MirrorCore
import Threads
import Transfer

/// Sends requests to one folder of a WebDAV server, and repeats those that failed by chance.
package final class WebDAVClient: Sendable {
  /// Bytes of an answer with the files of a folder, of some 700 each.
  static let longestAnswer = 128 << 20

  /// How long a server may take for a file that it has: to check it, or to copy it to another disk.
  private static let lateAnswerTimeout = Duration.seconds(120)

  let address: WebDAVAddress
  private let credentials: WebDAVCredentials?
  private let engine: TransferEngine
  /// For digests and documents.
  let pool: ThreadPool
  private let attempts: Int
  private let pause: @Sendable (Duration) async -> Void

  /// - Parameters:
  ///   - attempts: Of a request, the first included.
  ///   - pause: Waits between two attempts.
  package init(
    _ address: WebDAVAddress, _ credentials: WebDAVCredentials?, engine: TransferEngine,
    pool: ThreadPool, attempts: Int = 5,
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    (self.address, self.credentials, self.engine, self.pool) = (address, credentials, engine, pool)
    (self.attempts, self.pause) = (max(1, attempts), pause)
  }

  /// A request to a path of the server.
  struct Request: Sendable {
    let method: HTTPMethod
    /// Percent-encoded, from the server's root on.
    let path: String
    var headers: [HTTPHeader] = []
    var body: TransferBody?
    /// The most bytes of the answer.
    var maximumBytes = 64 << 10

    init(_ method: HTTPMethod, _ path: String, _ headers: [HTTPHeader] = []) {
      (self.method, self.path, self.headers) = (method, path, headers)
    }
  }

  /// The answer to a request, which has a status from 200 to 299.
  ///
  /// A request may be performed although its answer is lost, and then again.
  @discardableResult
  func answer(to request: Request) async throws(WebDAVError) -> TransferAnswer {
    try await repeated { () throws(WebDAVAttempt) in
      let answer = try await attempt { () throws(TransferError) in
        try await engine.answer(to: transfer(request))
      }
      // Of changes, a part that failed is reported so.
      let isWhole = answer.status != 207 || request.method == .propfind
      guard (200..<300).contains(answer.status), isWhole else {
        throw WebDAVAttempt(
          error: WebDAVError(status: answer.status), mayPass: WebDAVError.mayPass(answer.status))
      }
      return answer
    }
  }

  /// Fetches a file.
  /// - Parameter path: The new file on this machine.
  func download(_ request: Request, to path: String, limit: Int64) async throws(WebDAVError) {
    var transfer = DownloadRequest(url: address.origin + request.path, partPath: path)
    (transfer.headers, transfer.maximumBytes) = (request.headers + authorization, limit)
    transfer.refusing = { [origin = address.origin] _, effective in
      effective.hasPrefix(origin + "/") ? nil : "the server leads to another address"
    }
    try await repeated { [transfer] () throws(WebDAVAttempt) in
      _ = try await attempt { () throws(TransferError) in try await engine.download(transfer) }
    }
    try? PartFile.discardState(at: path)
  }

  private var authorization: [HTTPHeader] {
    credentials.map { [HTTPHeader("Authorization", $0.header)] } ?? []
  }

  private func transfer(_ request: Request) -> TransferRequest {
    var transfer = TransferRequest(
      url: address.origin + request.path, headers: request.headers + authorization)
    (transfer.method, transfer.body) = (request.method, request.body)
    (transfer.followsRedirects, transfer.acceptsCompression) = (false, false)
    transfer.maximumBytes = request.maximumBytes
    if [.put, .move].contains(request.method) { transfer.stallTimeout = Self.lateAnswerTimeout }
    transfer.secrets = credentials?.secrets ?? []
    transfer.deadline = .seconds(600 + (request.body?.count ?? 0) / 2000)
    return transfer
  }

  private func attempt<Answer>(
    _ body: () async throws(TransferError) -> Answer
  ) async throws(WebDAVAttempt) -> Answer {
    do throws(TransferError) { return try await body() } catch {
      if case .status(let status) = error.kind {
        throw WebDAVAttempt(error: WebDAVError(error), mayPass: WebDAVError.mayPass(status))
      }
      throw WebDAVAttempt(error: WebDAVError(error), mayPass: error.isTransient)
    }
  }

  private func repeated<Answer>(
    _ body: () async throws(WebDAVAttempt) -> Answer
  ) async throws(WebDAVError) -> Answer {
    var attempt = 1
    while true {
      do throws(WebDAVAttempt) { return try await body() } catch {
        guard error.mayPass, attempt < attempts else { throw error.error }
        await pause(Self.pause(after: attempt))
        attempt += 1
      }
    }
  }

  /// Twice as long each time, by chance not at the same time as others.
  private static func pause(after attempt: Int) -> Duration {
    .milliseconds(250 << min(attempt - 1, 6)) * Double.random(in: 0.5...1)
  }
}

/// An attempt that failed.
private struct WebDAVAttempt: Error {
  let error: WebDAVError
  /// Whether the same request may succeed later.
  let mayPass: Bool
}
