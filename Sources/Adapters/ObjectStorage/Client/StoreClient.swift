import Foundation
import Locking
import MirrorCore
import Redaction
import Threads
import Transfer
import WebText

/// Sends signed requests to one bucket, repeats those that failed by chance, and corrects what the server
/// reports: the region, the clock, credentials that expired.
package final class StoreClient: Sendable {
  /// What may change during a run.
  private struct State {
    var credentials: StoreCredentials
    var region: String
    /// Seconds to add to this machine's clock.
    var clockOffset: Int64 = 0
    /// Nil until probed.
    var honoursConditions: Bool?
    /// Whether the server takes ``StoreRequest/digestHeader``.
    var takesDigests = true
    /// Whether the server deletes objects; nil until asked.
    var deletes: Bool?
    /// Whether the server's own digests prove something; nil until asked.
    var provesDigests: Bool?
  }

  /// The place of the photos, with the endpoint and the region of the environment if the user named none.
  package let location: BucketAddress
  private let environment: StoreEnvironment
  private let engine: TransferEngine
  /// For digests, documents and credentials.
  let pool: ThreadPool
  private let attempts: Int
  /// Whether errors show the text that the server signs, for the comparison with one's own.
  let showsSignedText: Bool
  private let pause: @Sendable (Duration) async -> Void
  private let clock: @Sendable () -> Int64
  private let state: Locked<State>

  /// - Parameters:
  ///   - location: With its endpoint and region, if the environment's do not apply.
  ///   - attempts: Of a request, the first included.
  ///   - clock: Seconds since 1970.
  ///   - pause: Waits between two attempts.
  /// - Throws: ``MirrorError`` if there are no credentials. Blocks.
  package init(
    _ location: BucketAddress, environment: StoreEnvironment, engine: TransferEngine,
    pool: ThreadPool, attempts: Int = 5, showsSignedText: Bool = false,
    clock: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) },
    pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) throws(MirrorError) {
    self.location = location.completed(by: environment)
    (self.environment, self.engine, self.pool) = (environment, engine, pool)
    self.showsSignedText = showsSignedText
    (self.attempts, self.clock, self.pause) = (max(1, attempts), clock, pause)
    state = Locked(
      State(
        credentials: try environment.credentials(),
        region: self.location.region ?? BucketAddress.standardRegion))
  }

  /// Whether requests have their ``StoreRequest/digestHeader``.
  var takesDigests: Bool { state.withLock(\.takesDigests) }

  /// Whether the server deletes objects; nil until asked.
  var deletes: Bool? {
    get { state.withLock(\.deletes) }
    set { state.withLock { $0.deletes = newValue } }
  }

  /// Whether the server's own digests prove something; nil until asked.
  var provesDigests: Bool? {
    get { state.withLock(\.provesDigests) }
    set { state.withLock { $0.provesDigests = newValue } }
  }

  /// Whether `If-None-Match` is honoured; nil until probed.
  var honoursConditions: Bool? {
    get { state.withLock(\.honoursConditions) }
    set { state.withLock { $0.honoursConditions = newValue } }
  }

  /// The answer to a request, which has a status from 200 to 299.
  ///
  /// A request may be performed although its answer is lost, and then again.
  /// - Parameter attempts: The first included; nil for the client's.
  func answer(
    to request: StoreRequest, attempts: Int? = nil
  ) async throws(StoreError) -> StoreAnswer {
    let attempts = attempts ?? self.attempts
    var corrections = Corrections()
    var attempt = 1
    while true {
      let verdict: Verdict
      do throws(TransferError) {
        verdict = await judge(try await send(request), to: request, &corrections)
      } catch {
        verdict = error.isTransient ? .passing(StoreError(error)) : .failed(StoreError(error))
      }
      switch verdict {
      case .done(let answer): return answer
      case .corrected: continue
      case .failed(let error): throw error
      case .passing(let error):
        guard attempt < attempts else { throw error }
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

/// What changes during a run.
extension StoreClient {
  /// What a request is signed with: credentials, region, and the time in seconds since 1970.
  var signing: (credentials: StoreCredentials, region: String, time: Int64) {
    let now = clock()
    return state.withLock { ($0.credentials, $0.region, now + $0.clockOffset) }
  }

  var redaction: Redaction { Redaction(signing.credentials.secrets) }

  func send(_ transfer: TransferRequest) async throws(TransferError) -> TransferAnswer {
    try await engine.answer(to: transfer)
  }

  /// Adopts the server's clock.
  /// - Returns: False if it does not differ.
  func correctClock(by answer: StoreAnswer) -> Bool {
    guard let time = answer.headers.first("date").flatMap(HTTPDate.seconds) else {
      return false
    }
    let offset = time - clock()
    return state.withLock { state in
      // Both sides count whole seconds.
      guard abs(state.clockOffset - offset) > 1 else { return false }
      state.clockOffset = offset
      return true
    }
  }

  /// - Returns: False if that is the region already, or none.
  func correctRegion(to region: String) -> Bool {
    guard BucketAddress.isRegion(region) else { return false }
    return state.withLock { state in
      guard state.region != region else { return false }
      state.region = region
      return true
    }
  }

  /// Sends no digest headers any more.
  /// - Returns: False if none were sent before.
  func dropDigests() -> Bool {
    state.withLock { state in
      defer { state.takesDigests = false }
      return state.takesDigests
    }
  }

  /// Reads the credentials again, which another program may have renewed.
  /// - Returns: False if they are the same.
  func reloadCredentials() async -> Bool {
    let environment = environment
    guard let fresh = await pool.run({ try? environment.credentials() }) else { return false }
    return state.withLock { state in
      guard state.credentials != fresh else { return false }
      state.credentials = fresh
      return true
    }
  }
}
