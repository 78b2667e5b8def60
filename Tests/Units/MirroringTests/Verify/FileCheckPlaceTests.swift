import Foundation
import LocalFiles
import MirrorCore
import MirrorTesting
import Testing

@testable import Mirroring

@Suite("The check of photos that are in another place than a directory")
struct FileCheckPlaceTests {
  private let workspace = MemoryWorkspace()

  /// The looks at the photos of an archive in a place with the same names.
  private func findings(
    of archive: TestArchive, in place: MemoryPlace, isQuick: Bool
  ) async throws -> [Verification.Finding] {
    let photos = try archive.catalog().expected(after: 0, limit: 9)
    var options = Verification.Options()
    options.isQuick = isQuick
    let check = FileCheck(
      Verification(of: archive.mirror, options), sidecars: SidecarChoice(formats: []))
    let files = MirrorFiles(in: place, extensions: [], sidecars: SidecarChoice(formats: []))
    return try await archive.mirror.open(.reading) { open in
      var findings: [Verification.Finding] = []
      try await check.forEach(of: photos, in: files, on: open.disk) {
        findings += $1?.findings ?? []
      }
      return findings
    }
  }

  /// The archive's photos and thumbnails, with bytes of the same sizes.
  private func place(of archive: TestArchive) throws -> MemoryPlace {
    let place = MemoryPlace(workspace)
    for photo in try archive.catalog().expected(after: 0, limit: 9) {
      place[photo.file.path] = [UInt8](repeating: 1, count: Int(photo.file.byteCount))
      if let format = photo.file.thumbnail.format {
        place[MirrorNames.thumbnail(ofStem: photo.stem, format)] = [1]
      }
    }
    return place
  }

  @Test("A quick check of a place without digests and times takes files of another size only")
  func quick() async throws {
    let archive = try await TestArchive(photos: 3)
    let place = try place(of: archive)
    #expect(try await findings(of: archive, in: place, isQuick: true) == [])
    #expect(place.taken == [])
    place[archive.paths[1]]?.append(1)
    place[archive.paths[2]] = nil
    let findings = try await findings(of: archive, in: place, isQuick: true)
    #expect(place.taken == [archive.paths[1]] && findings.count == 2)
    #expect(findings.last == .missing(path: archive.paths[2]))
  }

  @Test("A check takes each file of a place that computes no digests, and an empty one not")
  func whole() async throws {
    let archive = try await TestArchive(photos: 2)
    let place = try place(of: archive)
    place[archive.paths[0]] = []
    let findings = try await findings(of: archive, in: place, isQuick: false)
    #expect(place.taken == [archive.paths[1]])
    #expect(findings.first == .damaged(path: archive.paths[0], reason: "the file is empty"))
  }
}
