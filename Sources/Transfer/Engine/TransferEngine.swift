import Foundation
import Locking

/// Carries out HTTP requests: one thread that owns one libcurl multi handle, a queue, and a bounded
/// number of transfers at once. Its methods may be called from everywhere and never block.
///
/// Server certificates are verified, only http and https are spoken, also after redirects, of which
/// it follows at most five; proxies come from the environment, as libcurl reads it. It does not try
/// again by itself: `TransferError.isTransient` says what is worth it.
package final class TransferEngine: Sendable {
  private let inbox: Locked<Inbox>

  /// Starts the thread. Throws a `TransferError` if libcurl cannot be started.
  package init(_ configuration: TransferConfiguration = .init()) throws {
    do {
      inbox = Locked(Inbox(try MultiHandle(configuration)))
    } catch {
      throw TransferError(error, at: "", redacting: Redaction([]))
    }
    let inbox = inbox
    let thread = Thread {
      guard let multi = inbox.withLock({ $0.multi }) else { return }
      ignoreBrokenPipes()
      EngineLoop(inbox, multi: multi, configuration).run()
    }
    thread.name = "transfer"
    thread.start()
  }

  deinit { _ = inbox.withLock { $0.close() } }

  /// The answer whatever its status. Cancelling the task aborts the transfer, as `cancelled`.
  package func answer(to request: TransferRequest) async throws(TransferError) -> TransferAnswer {
    let address = try address(request.url, request.secrets)
    return try await run(address) { .answer(request, $0) }
  }

  /// Fetches a file into its part file, going on where the part ends if it may.
  ///
  /// The part stays, also after a failure, with its state beside it: `PartFile.remove(at:)` or, once
  /// it was renamed into place, `PartFile.discardState(at:)` ends that. A part that is already whole
  /// is given without a request. Two downloads into one part at a time are refused.
  /// Cancelling the task aborts the transfer, as `cancelled`.
  /// - Parameter progress: at most every 100 ms, on the engine's thread: it must not wait.
  package func download(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws(TransferError) -> Download {
    let address = try address(request.url, request.secrets)
    let part = try await run(address) { .download(request, progress, $0) }
    do {
      try await part.prove()
    } catch {
      throw TransferError(error, at: address.shown, redacting: Redaction(request.secrets))
    }
    return part.download
  }

  /// Ends every transfer and waiting request as `engineClosed`, closes the connections, ends the
  /// thread; returns when that is done. What is asked afterwards fails the same way.
  package func shutdown() async {
    await withCheckedContinuation { waiter in
      if !inbox.withLock({ $0.close(waiter) }) { waiter.resume() }
    }
  }
}

extension TransferEngine {
  private func address(_ url: String, _ secrets: [String]) throws(TransferError) -> Address {
    do {
      return try Address(url)
    } catch {
      // What cannot be taken apart cannot be shown without its query either.
      throw TransferError(error, at: "", redacting: Redaction(secrets))
    }
  }

  private func run<Value: Sendable>(
    _ address: Address, _ work: @Sendable (Reply<Value>) -> Job.Work
  ) async throws(TransferError) -> Value {
    let id = inbox.withLock { $0.makeID() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reply: Reply<Value>) in
        let job = Job(id: id, address: address, work: work(reply))
        if !inbox.withLock({ $0.submit(job) }) {
          job.fail(Fault(.engineClosed, "the transfer engine is shut down"))
        } else if Task.isCancelled {
          // Cancelled before it was submitted, when there was nothing yet to cancel.
          inbox.withLock { $0.cancel(id) }
        }
      }
    } onCancel: {
      inbox.withLock { $0.cancel(id) }
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
