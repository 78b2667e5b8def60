import Catalog
import Foundation
import MirrorCore
import PostgreSQL

/// The queue of workers on a server: some claim photos in batches and complete them, as fast as they can, through
/// the statements of real workers. The script fills the tables in between.
struct QueueSteps {
  private static let source = "flickr:recent"
  /// After which the pace is printed.
  private static let parts = 20

  let server: ServerAddress

  /// Makes the tables, and a source without photos.
  func prepare() async throws {
    let catalog = try Catalog(sharing: server, lists: true)
    await (try RunCatalog(catalog, source: Self.source, provider: "flickr")).close()
  }

  /// Claims and completes photos until that many are done, and prints a line for each part of them: how many are
  /// done, photos a second, milliseconds of a claim, of the slowest one, and of a completion.
  func drain(_ photos: Int, batch: Int, workers: Int) async throws {
    let progress = Progress(photos: photos, parts: Self.parts)
    let server = server
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          let session = try WorkerSession(
            Catalog(sharing: server), name: "benchmark", program: "benchmark", lease: 36_000)
          guard let source = try await session.source(Self.source) else { fatalError("no source") }
          let catalog = try RunCatalog(
            working: Catalog(sharing: server), on: source, provider: "flickr",
            worker: session.worker)
          try await Self.work(catalog, batch, progress)
          await catalog.close()
          await session.close()
        }
      }
      try await group.waitForAll()
    }
  }

  /// A worker claims the next photos before it has completed the last ones.
  private static func work(
    _ catalog: RunCatalog, _ batch: Int, _ progress: Progress
  ) async throws {
    let clock = ContinuousClock()
    var held = try await catalog.claim(batch)
    while !held.isEmpty {
      var next: [ClaimedPhoto] = []
      let claiming = try await clock.measure { next = try await catalog.claim(batch) }
      let files = held.map { file(of: $0.record) }
      let completing = try await clock.measure {
        guard try await catalog.finish(files).isEmpty else { fatalError("a claim was lost") }
      }
      guard await progress.note(held.count, claiming, completing) else { break }
      held = next
    }
    try await catalog.release()
  }

  private static func file(of record: PhotoRecord) -> MirroredPhoto {
    SyntheticFeed(photos: 0).file(of: record)
  }
}

/// What is done, counted by all workers.
private actor Progress {
  private let photos: Int
  private let parts: Int
  private var done = 0
  private var printed = 0
  private var claims = 0
  private var (claiming, slowest, completing) = (Duration.zero, Duration.zero, Duration.zero)
  private var since = ContinuousClock.now

  init(photos: Int, parts: Int) { (self.photos, self.parts) = (photos, parts) }

  /// - Returns: Whether there is more to do.
  func note(_ count: Int, _ claiming: Duration, _ completing: Duration) -> Bool {
    done += count
    claims += 1
    self.claiming += claiming
    slowest = max(slowest, claiming)
    self.completing += completing
    if done - printed >= photos / parts { printPart() }
    return done < photos
  }

  private func printPart() {
    let milliseconds = { (time: Duration) in time / .milliseconds(1) }
    let pace = Double(done - printed) / ((.now - since) / .seconds(1))
    print(
      done, pace, milliseconds(claiming) / Double(claims), milliseconds(slowest),
      milliseconds(completing) / Double(claims))
    fflush(nil)
    (printed, claims, since) = (done, 0, .now)
    (claiming, slowest, completing) = (.zero, .zero, .zero)
  }
}
