import LocalFiles
import MirrorCore
import MirrorTesting
import Testing

@testable import Mirroring

@Suite("Snapshots of a catalog beside its photos")
struct StoredSnapshotsTests {
  private static let beginning: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  @Test("A file that is no snapshot by its first bytes, or is missing, is not fetched")
  func beginnings() async throws {
    let place = MemoryPlace(MemoryWorkspace())
    let files = MirrorFiles(in: place, extensions: [])
    let name = SnapshotName(at: 1_700_000_000)
    let path = "\(MirrorNames.snapshots)/\(name.text)"
    for bytes in [nil, [], [0, 0, 0, 0, 1], Self.beginning + [1, 2]] as [[UInt8]?] {
      place[path] = bytes
      let isSnapshot = bytes?.starts(with: Self.beginning) == true
      do throws(StorageError) {
        let taken = try await files.take(name)
        #expect(isSnapshot && place.workspace[taken.path] == bytes)
      } catch {
        #expect(!isSnapshot && error.isOfEntry)
      }
    }
    #expect(place.taken == [path])
  }

  @Test("Snapshots are listed in the order of their times, stored once, and deleted")
  func listed() async throws {
    let place = MemoryPlace(MemoryWorkspace())
    let files = MirrorFiles(in: place, extensions: [])
    let names = [1_700_000_000, 1_800_000_000].map { SnapshotName(at: $0) }
    place["\(MirrorNames.snapshots)/other"] = [1]
    for name in names.reversed() { try await files.add(name, from: "draft") }
    #expect(try await files.snapshots() == names)
    await #expect(throws: StorageError.self) { try await files.add(names[0], from: "draft") }
    for _ in 1...2 { try await files.remove(names[0]) }
    #expect(try await files.snapshots() == [names[1]])
  }
}
