import Locking
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The store stage")
struct StoreStageTests {
  /// The groups that were recorded.
  private struct Groups {
    var ids: [[Int64]] = []
    var open = 0
    var mostOpen = 0
  }

  private let workspace = MemoryWorkspace()

  private func photo(_ id: Int64) async throws -> InspectedPhoto {
    let part = workspace.part(ofPhoto: id)
    workspace[part] = Array("jpeg \(id)".utf8)
    let inspection = try await MemoryMedia(workspace).inspect(
      fileAt: part, thumbnail: nil, digests: [])
    return InspectedPhoto(
      job: PhotoJob(
        photo: TestWalk.photo("\(id)"), id: id, stem: "o/\(id)", isSecondTry: false),
      picture: .part(part), path: "o/\(id).jpg", inspection: inspection, rendition: nil)
  }

  @Test("Photos that arrive while a group is stored are one group, which is stored after it")
  func groups() async throws {
    let (first, late) = (try await photo(1), [try await photo(2), try await photo(3)])
    let groups = Locked(Groups())
    let own = Locked<StoreStage?>(nil)
    let stores = Locked<[Task<StoredFacts, any Error>]>([])
    let stage = StoreStage(
      destination: MemoryPlace(workspace).files(), workspace: workspace,
      sidecars: SidecarChoice(formats: []), provider: "p", fileTime: .now
    ) { photos in
      let isFirst = groups.withLock { groups in
        groups.ids.append(photos.map(\.id))
        groups.open += 1
        groups.mostOpen = max(groups.mostOpen, groups.open)
        return groups.ids.count == 1
      }
      if isFirst, let stage = own.withLock(\.self) {
        let started = await stage.start(late)
        stores.withLock { $0 = started }
        // An actor's work has an order: the stage receives the photos, and whatever it starts for them.
        for _ in 0..<16 { await stage.pass() }
      }
      groups.withLock { $0.open -= 1 }
      return []
    }
    own.withLock { $0 = stage }
    _ = try await stage.store(first)
    for store in stores.withLock(\.self) { _ = try await store.value }
    own.withLock { $0 = nil }
    let result = groups.withLock(\.self)
    #expect(result.mostOpen == 1 && result.ids.map { $0.sorted() } == [[1], [2, 3]])
  }
}

extension StoreStage {
  fileprivate func start(_ photos: [InspectedPhoto]) -> [Task<StoredFacts, any Error>] {
    photos.map { photo in Task { try await self.store(photo) } }
  }

  fileprivate func pass() {}
}
