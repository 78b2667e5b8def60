import Foundation
import LocalFiles
import MirrorCore
import SystemCalls
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("A run into a directory with entries that others put there")
struct OddEntriesTests {
  private let site: TestSite
  private let archive: TestArchive
  /// A folder of the user with one file.
  private let outside: String

  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...3)
    outside = archive.outside("outside")
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try Data("bytes".utf8).write(to: URL(filePath: outside + "/file"))
  }

  private var isOutsideUnchanged: Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: outside)
    return names == ["file"]
      && FileManager.default.contents(atPath: outside + "/file") == Data("bytes".utf8)
  }

  private func path(_ number: Int) -> String {
    "ada/2024-05-06_Photo-\(number)_\(TestArchive.id(number)).png"
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: archive.directory.file(path) + "/inner", withIntermediateDirectories: true)
  }

  private func makeLink(_ path: String, to target: String) throws {
    let url = URL(filePath: archive.directory.file(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
  }

  @Test(
    "A link in a folder's place is refused, and its target is unchanged",
    arguments: [".photomirror", ".photomirror/parts", ".photomirror/thumbnails", "ada"])
  func linkedFolder(name: String) async throws {
    try makeLink(name, to: outside)
    let expected = "is a symbolic link, which could lead out of the mirror"
    do {
      guard case .directoryFailed(let error) = try await site.run(into: archive).summary.ending
      else {
        Issue.record("it was used")
        return
      }
      #expect(error.message.contains(expected))
    } catch let error as MirrorError {
      #expect(error.message.contains(expected))
    }
    #expect(isOutsideUnchanged)
  }

  @Test("The mirror's state behind a link is refused by tasks that only read, too")
  func linkedState() async throws {
    let other = try await TestArchive(photos: 1)
    try makeLink(".photomirror", to: other.directory.state)
    let reads: [() async throws -> Void] = [
      { _ = try MirrorStatus(of: archive.mirror) },
      { try await Verification(of: archive.mirror).run { _ in } },
      { _ = try await MirrorExport(of: archive.mirror).read { _ in } },
    ]
    for read in reads {
      let error = await #expect(throws: MirrorError.self) { try await read() }
      #expect(error?.message.contains("is a symbolic link") == true)
    }
    let dry = await site.dryRun(into: archive)
    guard case .directoryFailed = dry.summary.ending else {
      Issue.record("\(dry.summary.ending)")
      return
    }
  }

  @Test("The mirror's directory itself may be a link")
  func linkedMirror() async throws {
    let other = try await TestArchive(photos: 0)
    try await other.add([])
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.path, withDestinationPath: other.directory.path)
    #expect(try await site.run(into: archive).summary.totals.mirrored == 3)
    #expect(other.has(path(1)))
  }

  @Test("A folder in a photo's place costs only that photo, in every run")
  func photo() async throws {
    try makeFolder(path(2))
    for _ in 1...2 {
      let run = try await site.run(into: archive)
      guard case .failed(let failure) = run.results[TestArchive.id(2)] else {
        Issue.record("\(run.results)")
        return
      }
      #expect(failure.reason == "another file exists at \(path(2))")
      #expect(run.summary.ending == .finished)
    }
    #expect(try MirrorStatus(of: archive.mirror).sources[0].mirrored == 2)
    #expect(archive.has(path(2) + "/inner"))
  }

  @Test("A file in the place of an owner's folder costs only that owner's photos")
  func owner() async throws {
    var other = site.photo(4)
    other.owner = "bo"
    site.show([1, 2].map { site.photo($0) } + [other])
    try archive.write("mine", to: "ada")
    for _ in 1...2 {
      let run = try await site.run(into: archive)
      #expect(run.summary.totals.failed == 2 && run.summary.totals.unavailable == 0)
      #expect(run.summary.ending == .finished)
    }
    #expect(archive.text("ada") == "mine")
    try archive.remove("ada")
    #expect(try await site.run(into: archive).summary.totals.mirrored == 2)
  }

  @Test("A folder in a thumbnail's place costs the thumbnail, with a warning")
  func thumbnail() async throws {
    try makeFolder(archive.thumbnail(path(2)))
    let run = try await site.run(into: archive)
    guard case .mirrored(let facts) = run.results[TestArchive.id(2)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(facts.warnings.map { $0.hasPrefix("no thumbnail: ") } == [true])
    #expect(run.summary.totals.mirrored == 3)
  }

  @Test("A folder in a part's place costs at most that photo")
  func part() async throws {
    for name in ["1.part", "1.part.json", "notes"] { try makeFolder(".photomirror/parts/" + name) }
    let run = try await site.run(into: archive)
    #expect(run.summary.totals.mirrored == 2 && run.summary.totals.failed == 1)
  }

  @Test(
    "An entry in a sidecar's place is kept, and the photo is mirrored",
    arguments: ["link", "folder", "pipe"])
  func sidecar(kind: String) async throws {
    let sidecar = path(2) + ".xmp"
    try makeFolder("ada")
    switch kind {
    case "link": try makeLink(sidecar, to: outside + "/file")
    case "folder": try makeFolder(sidecar)
    default: try #require(mkfifo(archive.directory.file(sidecar), 0o600) == 0)
    }
    #expect(try await site.run(into: archive).summary.totals.mirrored == 3)
    #expect(FileStatus(of: archive.directory.file(sidecar))?.isRegular == false)
    #expect(isOutsideUnchanged)
  }

  @Test("A name that the file system refuses is exchanged for a shorter one")
  func longName() async throws {
    try await archive.add([])
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: TestArchive.source)
      let stem = "ada/" + String(repeating: "x", count: 300)
      let photo = NewPhoto(
        photo: TestArchive.id(2), site: site.photo(2).site, stem: stem, listing: "{}")
      _ = try catalog.admit([photo], provider: "site", source: source)
    }
    let run = try await site.run(into: archive)
    guard case .mirrored(let stored) = run.results[TestArchive.id(2)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(stored.path == path(2) && archive.has(path(2)))
    #expect(run.summary.totals.mirrored == 3)
  }

  @Test("A damaged file without a record is not moved through a link")
  func setAside() async throws {
    try archive.write(try TestArchive.picture(TestArchive.id(2)).dropLast(99), to: path(2))
    try makeLink(".photomirror/set-aside", to: outside)
    guard case .directoryFailed(let error) = try await site.run(into: archive).summary.ending
    else {
      Issue.record("it was moved")
      return
    }
    #expect(error.message.contains("set-aside is a symbolic link"))
    #expect(isOutsideUnchanged && archive.has(path(2)))
  }

  @Test("A lock that is another name of a file is refused, and the file is unchanged")
  func lock() async throws {
    try archive.write("", to: ".photomirror/keep")
    try #require(link(outside + "/file", archive.directory.lock) == 0)
    let error = await #expect(throws: MirrorError.self) { try await site.run(into: archive) }
    #expect(
      error
        == .directory("\(archive.directory.lock) is not a lock but another file", .occupied))
    #expect(isOutsideUnchanged)
  }

  @Test("A catalog that is another name of a file is refused, and the file is unchanged")
  func catalog() async throws {
    try archive.write("", to: ".photomirror/keep")
    try #require(link(outside + "/file", archive.directory.catalog) == 0)
    for reads in [false, true] {
      let error = await #expect(throws: MirrorError.self) {
        if reads {
          _ = try MirrorStatus(of: archive.mirror)
        } else {
          try await site.run(into: archive)
        }
      }
      guard case .directory(_, .linkedFile) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(isOutsideUnchanged)
  }
}
