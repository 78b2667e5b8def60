import Operations

/// The walk of every photo: an operation tree, feed → page → photo → file → thumbnail → store.
///
/// Each stage has its own width, so that a photo that waits for a slow host holds no decoder and
/// decoders never starve the network. A stage asks for its next item when it has a slot free, back
/// to the feed, which reads its next page when the pages it gave are handed on: memory is bounded
/// by the widths. A page's cursor is committed when everything under the page is done.
struct Walk: Sendable {
  let feed: Feed
  let intake: Intake
  let resolver: Resolver
  let downloader: Downloader
  let prover: Prover
  let committer: Committer
  let progress: PassProgress
  let failures: FailureDesk
  let announcer: Announcer
  let jobs: Int
  let decoders: Int
  let retry: RetryPolicy

  func operation() -> TreeOperation<Feed, Feed> {
    let feed = TreeNode("feed", width: 1) { (feed: Feed) in feed }
      .decideOnFailure { failures.noteSource($1) }
    let page = TreeNode("page", width: 1, open: 8, work: intake.admit)
      .decideOnFailure { TreeDirective.stop($1) }
      .onSubtreeFinished { page, _ in try await progress.close(page: page.number) }
    let photo = TreeNode("photo", width: jobs, work: resolver.resolve)
      .decideOnFailure { await failures.note($1, of: $0, at: .resolve) }
    // More than are transferred at once: the engine gives each host its share of `jobs`, and must know
    // whose photos wait behind those of a slow one.
    let file = TreeNode(
      "file", width: max(64, 4 * jobs), retry: retry, work: downloader.fetch
    )
    .onRetry { announcer.announce(.retrying(RetryFacts($1, photo: $0.job.facts))) }
    .decideOnFailure { await failures.note($1, of: $0, at: .download) }
    let thumbnail = TreeNode("thumbnail", width: decoders * 2, work: prover.prove)
      .decideOnFailure { await failures.note($1, of: $0, at: .prove) }
    let store = TreeNode("store", width: 64, work: self.store)
      .decideOnFailure { await failures.note($1, of: $0, at: .store) }

    feed.feeding(page) { $0 }
    page.feeding(photo) { $0 }
    photo.feeding(file)
    file.feeding(thumbnail)
    thumbnail.feeding(store)
    return TreeOperation(root: feed, input: self.feed)
  }

  /// The last stage: only what is durable and recorded is told as mirrored.
  private func store(_ file: ProvenFile) async throws {
    let stored = try await committer.store(file)
    failures.noteSuccess()
    let result = file.isAdopted ? PhotoResult.adopted(stored) : .mirrored(stored)
    announcer.announce(.ended(file.job.facts, result))
  }
}
