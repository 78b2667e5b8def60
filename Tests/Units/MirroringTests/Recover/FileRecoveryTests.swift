import Foundation
import LocalFiles
import Locking
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("Files that a recovered catalog does not know")
struct FileRecoveryTests {
  private let site: TestSite
  private let archive: TestArchive

  /// A mirror with a snapshot of photo 1, whose photos 2 to 4 were stored later, and whose catalog is lost.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...1)
    try await site.run(into: archive)
    site.show(1...4)
    try await site.run(into: archive)
    try archive.remove(".photomirror/catalog.sqlite")
  }

  /// The path of a photo's file.
  private func path(_ number: Int) throws -> String {
    let name = "\(TestArchive.id(number)).png"
    return try #require(
      archive.files.keys.first { $0.hasSuffix(name) && $0.hasPrefix("ada/") })
  }

  private func recover() async throws -> (files: Recovery.Files?, left: [String: String]) {
    let left = Locked<[String: String]>([:])
    let result = try await Recovery(of: archive.mirror).run { finding in
      guard case .left(let path, let reason) = finding else { return }
      left.withLock { $0[path] = reason }
    }
    return (result.files, left.withLock(\.self))
  }

  @Test("They are recorded from their sidecars, also if the site does not list them any more")
  func recorded() async throws {
    let (files, left) = try await recover()
    #expect(files == Recovery.Files(recorded: 3))
    #expect(left.isEmpty)
    site.show(1...2)
    let before = (site.pictures, archive.files)
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.known == 2)
    #expect(site.pictures == before.0)
    #expect(archive.files == before.1)
    #expect(try archive.catalog().photos(named: TestArchive.id(4)).first?.file?.width == 48)
    #expect(try MirrorStatus(of: archive.mirror).sources.first?.mirrored == 4)
  }

  @Test(
    "What has no sidecar, a damaged one, one of another provider or a huge one is named and stays")
  func left() async throws {
    let paths = try [2, 3, 4].map(path)
    try archive.remove(paths[0] + ".xmp")
    try archive.write(
      Sidecar.bytes(of: site.photo(3), as: .xmp, provider: "other"), to: paths[1] + ".xmp")
    try archive.write(Data(repeating: 0x20, count: 9 << 20), to: paths[2] + ".xmp")
    for (name, text) in [("bomb", "<!DOCTYPE x [<!ENTITY a \"b\">]><x/>"), ("cut", "<x:xmpmeta>")] {
      try archive.write(try TestArchive.picture("7"), to: "ada/\(name).png")
      try archive.write(text, to: "ada/\(name).png.xmp")
    }
    let before = archive.files
    let (files, left) = try await recover()
    #expect(files == Recovery.Files(recorded: 0, left: 5))
    #expect(Set(left.keys) == Set(paths + ["ada/bomb.png", "ada/cut.png"]))
    #expect(left[paths[0]] == "it has no sidecar")
    #expect(left[paths[1]]?.contains("other:\(TestArchive.id(3))") == true)
    #expect(left["ada/bomb.png"]?.contains("DOCTYPE") == true)
    #expect(archive.files == before)
    let pictures = site.pictures
    #expect(try await site.run(into: archive).summary.totals.adopted == 3)
    #expect(site.pictures == pictures)
  }

  @Test("Links, damaged pictures and a second file of a photo are refused by name")
  func refused() async throws {
    let paths = try [2, 3, 4].map(path)
    let secret = archive.outside("secret.png")
    try Data(try TestArchive.picture("9")).write(to: URL(filePath: secret))
    try archive.remove(paths[0])
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.file(paths[0]), withDestinationPath: secret)
    try archive.write(try #require(archive.bytes(paths[1])).dropLast(20), to: paths[1])
    let first = try path(1)
    try archive.write(try #require(archive.bytes(first)), to: "ada/again.png")
    try archive.write(try #require(archive.bytes(first + ".xmp")), to: "ada/again.png.xmp")
    let (files, left) = try await recover()
    #expect(files == Recovery.Files(recorded: 1, left: 3))
    #expect(left[paths[0]] == "it is a symbolic link")
    #expect(left[paths[1]] != nil)
    #expect(left["ada/again.png"]?.contains(first) == true)
  }

  @Test("Photos of the snapshot whose files are missing are counted, and fetched again")
  func missing() async throws {
    try archive.remove(try path(1))
    let (files, _) = try await recover()
    #expect(files == Recovery.Files(recorded: 3, missing: 1))
    let before = site.pictures.count
    try await site.run(into: archive)
    #expect(site.pictures.count == before + 1)
  }

  @Test("What went to the trash after the snapshot is there, and old versions are known")
  func trashed() async throws {
    try await recoverAndRun(2...4)
    site.show([site.photo(2, version: 1), site.photo(3), site.photo(4)])
    try await site.run(into: archive) { configuration in
      configuration.gone.action = .trash
      (configuration.gone.passes, configuration.gone.limit) = (1, .photos(9))
    }
    try archive.remove(".photomirror/catalog.sqlite")
    let (files, left) = try await recover()
    #expect(files == Recovery.Files(recorded: 3, trashed: 2))
    #expect(left.isEmpty)
    let catalog = try archive.catalog()
    let second = try #require(try catalog.photos(named: TestArchive.id(2)).first)
    #expect(try catalog.versions(ofPhoto: second.record.id).count == 1)
    let first = try #require(try catalog.photos(named: TestArchive.id(1)).first)
    #expect(first.record.departure?.state == .trashed)
    let before = site.pictures
    try await site.run(into: archive)
    #expect(site.pictures == before)
  }

  private func recoverAndRun(_ numbers: ClosedRange<Int>) async throws {
    _ = try await recover()
    site.show(1...4)
    try await site.run(into: archive)
  }
}
