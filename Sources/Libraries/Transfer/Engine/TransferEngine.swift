import Foundation
import Locking
import Redaction
import SystemCalls

/// HTTP transfers: one thread that owns a libcurl multi handle, a queue, and a limited number of
/// transfers at once. All methods may be called from any thread and never block.
///
/// Verifies server certificates, speaks only http and https, and follows at most five redirects.
/// Does not retry: `TransferError.isTransient` tells the caller whether to.
package final class TransferEngine: Sendable {
  private let inbox: Locked<Inbox>

  /// Starts the thread.
  /// - Throws: `TransferError` if libcurl cannot be started.
  package init(_ configuration: TransferConfiguration = .init()) throws {
    do {
      inbox = Locked(Inbox(try MultiHandle(configuration), Redaction(configuration.secrets)))
    } catch {
      throw TransferError(error)
    }
    let inbox = inbox
    let watchdog = configuration.onStuck.map { Self.watchdog(over: inbox, configuration, $0) }
    NamedThread.start(named: "transfer") {
      guard let multi = inbox.withLock({ $0.multi }) else { return }
      ignoreBrokenPipes()
      EngineLoop(inbox, multi: multi, configuration).run()
      watchdog?.stop()
    }
  }

  deinit { _ = inbox.withLock { $0.close() } }

  private static func watchdog(
    over inbox: Locked<Inbox>, _ configuration: TransferConfiguration,
    _ onStuck: @escaping @Sendable (String) -> Void
  ) -> Watchdog {
    let last = Locked<Pulse?>(nil)
    return Watchdog(every: configuration.watchInterval) {
      let pulse = inbox.withLock(\.pulse)
      return last.withLock { last in
        defer { last = pulse }
        return pulse.isOverdue(since: last, at: .now)
      }
    } action: {
      onStuck(
        "the transfer thread is stuck: no call returned for \(Watchdog.grace) seconds past a deadline"
      )
    }
  }

  /// Gives the answer, whatever its status. Cancelling the task aborts the transfer as `cancelled`.
  package func answer(to request: TransferRequest) async throws(TransferError) -> TransferAnswer {
    try await withReply { submit(.answer(request, $0)) }
  }

  /// Downloads a file into its part file, and resumes the part if possible.
  ///
  /// The part remains, also after a failure, with its state beside it, until `PartFile.remove(at:)`
  /// or, once it is renamed, `PartFile.discardState(at:)`. A body that arrives within 50 ms gets
  /// its state only at the shutdown. A part that is complete by its state is given without a request. Two downloads into one
  /// part at a time are refused. Cancelling the task aborts the transfer as `cancelled`.
  /// - Parameter progress: called at most every 100 ms, on the engine's thread: it must not block.
  package func download(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(TransferError) -> Download {
    try await withReply { reply in start(request, progress: progress, completion: reply) }
  }

  /// Queues a download and returns at once. For very many downloads: each costs some hundred bytes
  /// while it waits, and no task.
  /// - Parameters:
  ///   - progress: as in `download`.
  ///   - completion: called once, on a thread of the engine: it must not block. It may start more.
  ///     A request that cannot be queued fails before this returns, on the caller's thread.
  /// - Returns: the transfer for `cancel`; nil if it already failed.
  @discardableResult
  package func start(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Download, TransferError>) -> Void
  ) -> StartedTransfer? {
    submit(.download(request, progress, completion))
  }

  /// Aborts a waiting or running transfer as `cancelled`. Does nothing if it has ended.
  package func cancel(_ transfer: StartedTransfer) {
    inbox.withLock { $0.cancel(transfer.job) }
  }

  /// Fails all transfers as `engineClosed`, writes the states of complete parts that are still
  /// there, closes the connections and ends the thread; returns when that is done. Later requests fail the same way.
  package func shutdown() async {
    await withCheckedContinuation { waiter in
      if !inbox.withLock({ $0.close(waiter) }) { waiter.resume() }
    }
  }
}

/// A started transfer.
package struct StartedTransfer: Sendable {
  let job: TransferJob
}

extension TransferEngine {
  /// Nil if the request already failed.
  private func submit(_ work: TransferJob.Work) -> StartedTransfer? {
    let submitted = inbox.withLock { inbox in
      Result { () throws(Fault) in try inbox.submit(work) }
    }
    switch submitted {
    case .success((let job, true)): return StartedTransfer(job: job)
    case .success((let job, false)):
      job.fail(Fault(.engineClosed, "the transfer engine is shut down"))
    case .failure(let fault):
      // An address that cannot be parsed cannot be shown without its query.
      work.fail(TransferError(fault, redacting: Redaction(work.secrets)))
    }
    return nil
  }

  /// Waits for the reply. Cancelling the task cancels the transfer.
  private func withReply<Value: Sendable>(
    _ start: (@escaping Reply<Value>) -> StartedTransfer?
  ) async throws(TransferError) -> Value {
    let started = Locked<(transfer: StartedTransfer?, isCancelled: Bool)>((nil, false))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = start { continuation.resume(returning: $0) }
        let isLate = started.withLock { state in
          state.transfer = transfer
          return state.isCancelled
        }
        // Cancelled before it was submitted.
        if isLate, let transfer { cancel(transfer) }
      }
    } onCancel: {
      let transfer = started.withLock { state in
        state.isCancelled = true
        return state.transfer
      }
      if let transfer { cancel(transfer) }
    }
    return try result.get()
  }
}

/// Blocks SIGPIPE on the calling thread: OpenSSL writes to closed connections without MSG_NOSIGNAL,
/// and with CURLOPT_NOSIGNAL libcurl does not ignore the signal. The process's signal handling is
/// not changed.
private func ignoreBrokenPipes() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
