import Archives
import Locking
import MirrorCore
import Threads

/// Copies entries into files, one at a time, on a thread of its own.
///
/// Takes the waiting request that is next in the order of the archives, so that each archive is
/// read once from beginning to end if photos arrive in a similar order.
actor EntryExtractor {
  /// One file to write.
  struct Request: Sendable {
    let place: ExportIndex.Place
    let path: String
    /// See ``FileRequest/refusing``.
    let refusing: (@Sendable ([UInt8]) -> String?)?
    let progress: @Sendable (FileProgress) -> Void
    let isCancelled = Locked(false)
  }

  private struct Waiting {
    let request: Request
    let continuation: CheckedContinuation<Result<Int64, FetchError>, Never>
  }

  private nonisolated let thread = SerialThread(name: "archive")
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private var cursor: ArchiveCursor
  private var waiting: [Waiting] = []
  private var isBusy = false

  init(_ archives: [String]) { cursor = ArchiveCursor(archives) }

  /// Ends the thread.
  nonisolated func close() async { await thread.shutdown() }

  /// - Returns: The bytes written.
  func copy(_ request: Request) async throws(FetchError) -> Int64 {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Int64, FetchError>, Never>) in
        waiting.append(Waiting(request: request, continuation: continuation))
        guard !isBusy else { return }
        isBusy = true
        Task { await copyWaiting() }
      }
    } onCancel: {
      request.isCancelled.withLock { $0 = true }
    }
    return try result.get()
  }

  private func copyWaiting() async {
    while let index = nearest() {
      let next = waiting.remove(at: index)
      next.continuation.resume(
        returning: Result { () throws(FetchError) in try write(next.request) })
      // Requests that arrived meanwhile are taken into account.
      await Task.yield()
    }
    isBusy = false
  }

  private func nearest() -> Int? {
    waiting.indices.min {
      cursor.distance(to: waiting[$0].request.place)
        < cursor.distance(to: waiting[$1].request.place)
    }
  }

  private func write(_ request: Request) throws(FetchError) -> Int64 {
    do {
      return try EntryCopy(request).run(try cursor.reader(at: request.place))
    } catch {
      cursor.close()
      let message = (error as? ZipError)?.message ?? "\(error)"
      throw error as? FetchError ?? FetchError(.other, message)
    }
  }
}
