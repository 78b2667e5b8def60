import Catalog
import Foundation
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The history of photos")
struct PhotoHistoryTests {
  /// The kinds of the events of each photo, by its path.
  private func history(_ mirror: Mirror) async throws -> [String: [PhotoEvent.Kind]] {
    var events: [String: [PhotoEvent.Kind]] = [:]
    _ = try await MirrorExport(of: mirror, hasHistory: true).read { photos in
      for photo in photos { events[photo.path] = photo.history.map(\.kind) }
    }
    return events
  }

  @Test("Trash and restoring, an accepted edit, a new name and checks are events of a photo")
  func events() async throws {
    let archive = try await TestArchive(photos: 3)
    let trash = MirrorTrash(of: archive.mirror)
    _ = try await trash.forget([archive.paths[0]])
    _ = try await trash.restore([archive.paths[0]])
    try archive.write(try TestArchive.picture("7"), to: archive.paths[1])
    _ = try await Acceptance(of: archive.mirror).accept([archive.paths[1]])
    for _ in 1...3 { try await Verification(of: archive.mirror).run { _ in } }
    let history = try await history(archive.mirror)
    #expect(history[archive.paths[0]] == [.stored, .trashed, .restored, .checked, .checked])
    #expect(history[archive.paths[1]] == [.stored, .edited, .checked, .checked])
    #expect(history[archive.paths[2]] == [.stored, .checked, .checked])
  }

  @Test("A photo that was lost and is stored again is repaired, and one of a new version replaced")
  func stored() async throws {
    let archive = try await TestArchive(photos: 0)
    let site = try TestSite()
    site.show(1...2)
    try await site.run(into: archive)
    let paths = try archive.catalog().mirrored(after: 0, limit: 9).map(\.path)
    try archive.remove(paths[0])
    site.show([site.photo(1), site.photo(2, version: 1)])
    _ = try await Repair(of: archive.mirror, Verification.Options()).prepare(isDryRun: false) { _ in
    }
    try await site.run(into: archive)
    let history = try await history(archive.mirror)
    #expect(history[paths[0]]?.contains(.repaired) == true, "\(history)")
    #expect(history[paths[1]]?.contains(.replaced) == true, "\(history)")
  }

  @Test("The last hundred events of a photo are kept")
  func bounded() async throws {
    let archive = try await TestArchive(photos: 1)
    let edit = AcceptedFile(sha256: String(repeating: "0", count: 64), byteCount: 1, at: 1)
    let catalog = try archive.catalog()
    for _ in 1...120 { try catalog.accept(edit, ofPhoto: 1) }
    let events = try #require(try await history(archive.mirror)[archive.paths[0]])
    #expect(events.filter { $0 == .edited }.count == 100)
  }

  @Test("Photos that left the mirror have a history, and are in no other export")
  func departed() async throws {
    let archive = try await TestArchive(photos: 3)
    let trash = MirrorTrash(of: archive.mirror)
    _ = try await trash.forget([archive.paths[0], archive.paths[1]])
    try archive.catalog().depart([
      2: Departure(.deleted, since: 9, reason: "test", isForgotten: true)
    ])
    let history = try await history(archive.mirror)
    #expect(history[archive.paths[0]] == [.stored, .trashed])
    #expect(history[archive.paths[1]] == [.stored, .trashed, .deleted])
    #expect(history[archive.paths[2]] == [.stored])
    var paths: [String] = []
    _ = try await MirrorExport(of: archive.mirror).read { paths += $0.map(\.path) }
    #expect(paths == [archive.paths[2]])
  }
}
