import Foundation
import Locking
import MirrorCore
import ProviderKit
import Sandbox
import Threads

/// The network port for a program that lists by itself: the requests for its pages read the next line that it
/// writes, all others go to the network.
///
/// A listing is read in order, by one call at a time.
package final class ListerNetwork: Network {
  private struct Listing {
    var process: ListerProcess?
    /// Which start of the program, and how many pages it has given: what a cursor begins with.
    var run = 0
    var pages = 0
    var isClosed = false
  }

  private let lister: Lister
  private let question: ListQuestion
  private let network: any Network
  private let pool: ThreadPool
  private let state = Locked(Listing())

  /// - Parameter pool: Waits for the program.
  package init(
    _ lister: Lister, for query: PageQuery, secrets: [String: String], network: any Network,
    pool: ThreadPool
  ) {
    (self.lister, self.network, self.pool) = (lister, network, pool)
    question = ListQuestion(query, secrets: secrets)
  }

  /// Ends the program.
  package func close() {
    let process = state.withLock { state in
      state.isClosed = true
      return state.process.take()
    }
    process?.stop()
  }

  package func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    guard let place = ListerPlace(address: request.url) else {
      return try await network.answer(to: request)
    }
    return await withTaskCancellationHandler {
      await pool.run { self.answer(at: place) }
    } onCancel: {
      close()
    }
  }

  package func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    try await network.download(request, progress: progress)
  }

  /// Blocks.
  private func answer(at place: ListerPlace) -> SiteAnswer {
    var process: ListerProcess?
    do throws(ProcessChannel.Broken) {
      let listing = try listing(at: place)
      process = listing
      let line = try listing.next()
      let pages = state.withLock { state in
        state.pages += 1
        return (run: state.run, count: state.pages)
      }
      if line.kind != .page { listing.stop() }
      return answer(line, place: ListerPlace(run: pages.run, pages: pages.count), listing)
    } catch {
      let failure = ProviderFailure(
        .source, "the program did not finish its listing: \(error.reason)")
      state.withLock { $0.process = nil }
      let bytes = (try? JointCoder.encode(failure)) ?? []
      return ListerAnswer(kind: .failure, place: place, notes: process?.takeNotes() ?? [])
        .answer(bytes)
    }
  }

  private func answer(
    _ line: ListerLine, place: ListerPlace, _ process: ListerProcess
  ) -> SiteAnswer {
    ListerAnswer(kind: line.kind, place: place, notes: process.takeNotes()).answer(line.bytes)
  }

  /// The running program if its next page is the wanted one; otherwise it begins again, where the place says or at
  /// the start: known photos are skipped.
  private func listing(at place: ListerPlace) throws(ProcessChannel.Broken) -> ListerProcess {
    let (running, isWanted) = state.withLock { state in
      let isWanted = state.run == place.run && state.pages == place.pages
      return (state.process, isWanted && state.process != nil)
    }
    if let running, isWanted { return running }
    running?.stop()
    var question = question
    question.cursor = place.cursor
    let process = try lister.start(question)
    let isClosed = state.withLock { state in
      (state.run, state.pages, state.process) = (state.run + 1, 0, process)
      return state.isClosed
    }
    if isClosed { process.stop() }
    return process
  }
}
