import Locking
import MirrorTesting
import Testing

@testable import MirrorCore

@Suite("Failures of photos")
struct FailureHandlerTests {
  /// Whether the photo of a worker is tried again after an error.
  private func isTriedAgain(
    _ error: any Error, at stage: FailureFacts.Stage, isSecondTry: Bool = false
  ) async throws -> Bool {
    let catalog = MemoryCatalog()
    let queue = MemoryQueue(Locked(MemoryQueue.Store()), catalog)
    var page = PageAdmission()
    page.wanted = [.init(photo: TestWalk.photo("1"), site: "site", stem: "o/1", index: 0)]
    let id = try await catalog.admit(page)[0].id
    try await queue.enqueue([id])
    _ = try await queue.claim(1)
    let announcer = Announcer(nil)
    let failures = FailureHandler(catalog: catalog, announcer: announcer, queue: queue)
    let job = PhotoJob(
      photo: TestWalk.photo("1"), id: id, stem: "o/1", isSecondTry: isSecondTry)
    _ = await failures.note(error, of: job, at: stage)
    await announcer.close()
    return try await queue.isOpen()
  }

  @Test("A worker's photo whose name is taken is tried again, since another worker may have it")
  func taken() async throws {
    let taken = StorageError(.directory("taken"), isOfEntry: true)
    #expect(try await isTriedAgain(taken, at: .store))
  }

  @Test("A worker's photo with a failure that stays is a dead letter, and so is a last try")
  func lasting() async throws {
    #expect(try await !isTriedAgain(FetchError(.status(403), "no"), at: .download))
    let passing = FetchError(.truncated, "cut")
    #expect(try await isTriedAgain(passing, at: .download))
    #expect(try await !isTriedAgain(passing, at: .download, isSecondTry: true))
  }

  @Test(
    "A site that refuses the first 32 photos of a listing ends it, and one that gives one does not",
    arguments: [(31, false), (32, true)])
  func refused(count: Int, isOver: Bool) async throws {
    var page = PageAdmission()
    page.wanted = (1...count).map {
      .init(photo: TestWalk.photo("\($0)"), site: "site", stem: "o/\($0)", index: $0 - 1)
    }
    let (catalog, announcer) = (MemoryCatalog(), Announcer(nil))
    let failures = FailureHandler(catalog: catalog, announcer: announcer)
    for record in try await catalog.admit(page) {
      let job = PhotoJob(
        photo: TestWalk.photo("1"), id: record.id, stem: "o/1", isSecondTry: false)
      _ = await failures.note(FetchError(.status(403), "no"), of: job, at: .download)
    }
    await announcer.close()
    #expect(failures.isListingOver == isOver)
  }
}
