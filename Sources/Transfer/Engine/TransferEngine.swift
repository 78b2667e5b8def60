import Foundation
import Locking
import Redaction

/// Carries out HTTP requests: one thread that owns one libcurl multi handle, a queue, and a bounded
/// number of transfers at once. Its methods may be called from everywhere and never block.
///
/// Server certificates are verified, only http and https are spoken, also after redirects, of which
/// it follows at most five. It does not try
/// again by itself: `TransferError.isTransient` says what is worth it.
package final class TransferEngine: Sendable {
  private let inbox: Locked<Inbox>

  /// Starts the thread. Throws a `TransferError` if libcurl cannot be started.
  package init(_ configuration: TransferConfiguration = .init()) throws {
    do {
      inbox = Locked(Inbox(try MultiHandle(configuration), Redaction(configuration.secrets)))
    } catch {
      throw TransferError(error)
    }
    let inbox = inbox
    let watchdog = configuration.onStuck.map { Self.watchdog(over: inbox, configuration, $0) }
    let thread = Thread {
      guard let multi = inbox.withLock({ $0.multi }) else { return }
      ignoreBrokenPipes()
      EngineLoop(inbox, multi: multi, configuration).run()
      watchdog?.stop()
    }
    thread.name = "transfer"
    thread.start()
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
        "the transfer thread is stuck: nothing came back for \(Watchdog.grace) seconds past a deadline"
      )
    }
  }

  /// The answer whatever its status. Cancelling the task aborts the transfer, as `cancelled`.
  package func answer(to request: TransferRequest) async throws(TransferError) -> TransferAnswer {
    try await withReply { submit(.answer(request, $0)) }
  }

  /// Fetches a file into its part file, going on where the part ends if it may.
  ///
  /// The part stays, also after a failure, with its state beside it: `PartFile.remove(at:)` or, once
  /// it was renamed into place, `PartFile.discardState(at:)` ends that. A body that arrives within
  /// 50 ms gets no state. A part that is complete by its state is given without a request. Two downloads
  /// into one part at a time are refused.
  /// Cancelling the task aborts the transfer, as `cancelled`.
  /// - Parameter progress: at most every 100 ms, on the engine's thread: it must not wait.
  package func download(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(TransferError) -> Download {
    try await withReply { reply in start(request, progress: progress, completion: reply) }
  }

  /// Puts a download into the queue and returns at once: the way for very many, of which each costs
  /// some hundred bytes while it waits, and no task.
  /// - Parameters:
  ///   - progress: as in `download`.
  ///   - completion: called once, on a thread of the engine's: it must not wait. It may start more.
  ///     What cannot even be queued fails before this returns, on the caller's thread.
  /// - Returns: what `cancel` takes; nil: it has failed already.
  @discardableResult
  package func start(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Download, TransferError>) -> Void
  ) -> StartedTransfer? {
    submit(.download(request, progress, completion))
  }

  /// Aborts what waits or is under way, as `cancelled`. What has ended is not affected.
  package func cancel(_ transfer: StartedTransfer) {
    inbox.withLock { $0.cancel(transfer.job) }
  }

  /// Ends every transfer and waiting request as `engineClosed`, closes the connections, ends the
  /// thread; returns when that is done. What is asked afterwards fails the same way.
  package func shutdown() async {
    await withCheckedContinuation { waiter in
      if !inbox.withLock({ $0.close(waiter) }) { waiter.resume() }
    }
  }
}

/// One transfer that was started.
package struct StartedTransfer: Sendable {
  let job: Job
}

extension TransferEngine {
  /// Nil where it has failed already.
  private func submit(_ work: Job.Work) -> StartedTransfer? {
    let submitted = inbox.withLock { inbox in
      Result { () throws(Fault) in try inbox.submit(work) }
    }
    switch submitted {
    case .success((let job, true)): return StartedTransfer(job: job)
    case .success((let job, false)):
      job.fail(Fault(.engineClosed, "the transfer engine is shut down"))
    case .failure(let fault):
      // What cannot be taken apart cannot be shown without its query either.
      work.fail(TransferError(fault, redacting: Redaction(work.secrets)))
    }
    return nil
  }

  /// Waits for a reply; a cancelled task cancels what it waits for.
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
        // Cancelled before it was submitted, when there was nothing yet to cancel.
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

/// On the calling thread: OpenSSL writes to closed connections without asking for silence, and with
/// CURLOPT_NOSIGNAL libcurl does not guard it. The process's own handling stays as it is.
private func ignoreBrokenPipes() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
