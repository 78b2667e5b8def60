import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The sidecars and thumbnails of a copy")
struct CopiedCompanionsTests: CopyUser {
  private static let words = "<xmp:Label>my words</xmp:Label>"

  /// A mirror whose first sidecar has the user's words, and a copy of it.
  private func archive() async throws -> TestArchive {
    let archive = try await TestArchive(photos: 2)
    let sidecar = archive.paths[0] + ".xmp"
    let end = "</rdf:Description>"
    let text = archive.text(sidecar).replacing(end, with: Self.words + end, maxReplacements: 1)
    try archive.write(text, to: sidecar)
    _ = try await copy(archive)
    return archive
  }

  @Test(
    "A damaged sidecar does not replace the copy's, which is named and whole afterwards",
    arguments: ["", "\0\0\0\0", "<x:xmpmeta xmlns:x=", "{}"])
  func damagedSidecar(bytes: String) async throws {
    let archive = try await archive()
    let (place, sidecar) = (archive.outside("copy"), archive.paths[0] + ".xmp")
    let before = files(place)
    try archive.write(bytes, to: sidecar)
    let outcome = try await copy(archive)
    #expect(outcome.totals.companionsLeftOut == 1 && outcome.totals.companions == 0)
    guard case .damagedCompanion(archive.paths[0], sidecar, _)? = outcome.leftOut.first else {
      Issue.record("\(outcome.leftOut)")
      return
    }
    #expect(files(place) == before && outcome.leftOut.count == 1)
    #expect(try await findings(place) == [])
  }

  @Test("A thumbnail whose bytes changed to no whole picture does not replace the copy's")
  func damagedThumbnail() async throws {
    let archive = try await archive()
    let (place, thumbnail) = (archive.outside("copy"), archive.thumbnail(archive.paths[0]))
    let before = files(place)
    for bytes in [Data("damaged".utf8), try #require(archive.bytes(thumbnail)).dropLast(40)] {
      try archive.write(bytes, to: thumbnail)
      let outcome = try await copy(archive)
      #expect(outcome.totals.companionsLeftOut == 1 && files(place) == before)
    }
  }

  @Test("A sidecar that was lost and made again does not take the user's words away from the copy")
  func remade() async throws {
    let archive = try await archive()
    let (place, sidecar) = (archive.outside("copy"), archive.paths[0] + ".xmp")
    let new = archive.text(sidecar).replacing(Self.words, with: "")
    try archive.remove(sidecar)
    try archive.write(new, to: sidecar)
    let outcome = try await copy(archive)
    #expect(outcome.totals.companions == 1 && outcome.totals.setAside == 1)
    let copied = files(place)
    #expect(copied[sidecar] == Data(new.utf8))
    let aside = copied[".photomirror/set-aside/" + sidecar]
    #expect(aside.map { String(decoding: $0, as: UTF8.self) }?.contains(Self.words) == true)
  }

  @Test("A sidecar to which the user added words replaces the copy's, and nothing is set aside")
  func edited() async throws {
    let archive = try await archive()
    let sidecar = archive.paths[0] + ".xmp"
    let text = archive.text(sidecar).replacing(
      Self.words, with: Self.words + "<xmp:Rating>5</xmp:Rating>")
    try archive.write(text, to: sidecar)
    let outcome = try await copy(archive)
    #expect(outcome.totals.companions == 1 && outcome.totals.setAside == 0)
    #expect(files(archive.outside("copy"))[sidecar] == Data(text.utf8))
  }
}
