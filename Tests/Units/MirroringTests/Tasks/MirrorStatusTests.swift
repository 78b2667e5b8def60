import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The status of a mirror")
struct MirrorStatusTests {
  @Test("A status has the photos and bytes of each source, and whether its listing is complete")
  func sources() async throws {
    let archive = try await TestArchive(photos: 2)
    try await archive.add([TestArchive.photo(3)], of: "site:one")
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.directory == archive.directory.path)
    #expect(status.sources.map(\.name) == ["site:all", "site:one"])
    #expect(status.sources.map(\.mirrored) == [2, 1])
    let bytes = archive.paths.compactMap { archive.bytes($0)?.count }.reduce(0, +)
    #expect(status.sources[0].byteCount == Int64(bytes) && bytes > 0)
    #expect(status.sources.allSatisfy { $0.isComplete && $0.waiting + $0.failed == 0 })
    #expect(status.failures.isEmpty && status.parts == 0 && status.setAside == 0)
  }

  @Test("A photo of two sources is counted under the first one that listed it")
  func shared() async throws {
    let archive = try await TestArchive(photos: 1)
    try await archive.add([], of: "site:two")
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.sources.map(\.mirrored) == [1, 0])
  }

  @Test("A pass that ended too early makes its source interrupted, and one with a limit does not")
  func interrupted() async throws {
    let archive = try await TestArchive(photos: 1)
    for (source, isLimited) in [("site:cut", false), ("site:some", true)] {
      let catalog = try archive.catalog()
      let record = try catalog.beginRun(ofSource: source)
      let pass = try catalog.beginPass(of: record, isLimited: isLimited, at: 1)
      try catalog.endPass(pass.number, of: record, as: .cutShort, because: "test", at: 2)
    }
    let sources = try MirrorStatus(of: archive.mirror).sources
    #expect(sources.map(\.name) == ["site:all", "site:cut", "site:some"])
    #expect(sources.map(\.isInterrupted) == [false, true, false])
    #expect(sources.map(\.isComplete) == [true, false, false])
  }

  @Test("Photos that fail for one reason are one group, the largest group first, with ten examples")
  func failures() async throws {
    let archive = try await TestArchive(photos: 1)
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: TestArchive.source)
      let photos = (10..<23).map { TestArchive.photo($0) }
      let records = try catalog.admit(
        photos.map {
          NewPhoto(photo: $0.id, stem: "x/\($0.id)", listing: ListedEntry($0).json)
        }, provider: "site", source: source)
      for (index, record) in records.enumerated() {
        try catalog.noteFailure(
          ofPhoto: record.id, reason: index == 0 ? "once" : "often", isDeferred: false)
      }
    }
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.failures.map(\.reason) == ["often", "once"])
    #expect(status.failures.map(\.photos) == [12, 1])
    #expect(status.failures[0].examples.map(\.id) == (11..<21).map(TestArchive.id))
    #expect(status.failures[1].examples == [PhotoFacts(TestArchive.photo(10))])
    #expect(status.sources[0].failed == 13 && status.sources[0].waiting == 0)
  }

  @Test("A photo that the site refused twice is unavailable since the first refusal")
  func unavailable() async throws {
    let archive = try await TestArchive(photos: 1)
    do {
      let catalog = try archive.catalog()
      for run in 1...2 {
        let source = try catalog.beginRun(ofSource: TestArchive.source)
        let photo = NewPhoto(photo: TestArchive.id(9), stem: "x/9", listing: "{}")
        let record = try catalog.admit([photo], provider: "site", source: source)[0]
        _ = try catalog.noteRefusal(
          ofPhoto: record.id, reason: "status 404", at: Int64(run) * 100_000)
      }
    }
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.failures.isEmpty)
    #expect(status.unavailable.map(\.reason) == ["status 404"])
    #expect(status.unavailable[0].since == 100_000 && status.unavailable[0].photos == 1)
    #expect(status.unavailable[0].examples.map(\.id) == [TestArchive.id(9)])
    #expect(status.sources.map(\.unavailable) == [1])
  }

  @Test("Parts and files that were set aside are counted, and nothing else of the mirror's own")
  func leftovers() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("12345", to: ".photomirror/parts/7.part")
    try archive.write("{}", to: ".photomirror/parts/7.part.json")
    try archive.write("123", to: ".photomirror/parts/8.part")
    try archive.write("x", to: ".photomirror/set-aside/ada/1.png")
    try archive.write("x", to: ".photomirror/set-aside/2.png")
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.parts == 2 && status.partBytes == 8 && status.setAside == 2)
  }

  @Test("A status names the process that changes the mirror, as long as it does")
  func writer() async throws {
    let archive = try await TestArchive(photos: 1)
    try await archive.mirror.open(.changing) { _ in
      let writer = try MirrorStatus(of: archive.mirror).writer
      #expect(writer == "\(getpid())")
    }
    #expect(try MirrorStatus(of: archive.mirror).writer == nil)
  }

  @Test("A directory without a mirror has no status, and gets no file")
  func missing() throws {
    let folder = NSTemporaryDirectory() + "no-mirror-\(UUID().uuidString)"
    let error = #expect(throws: MirrorError.self) { try MirrorStatus(of: Mirror(folder)) }
    #expect(error == .directory("there is no mirror in \(folder)", .notAMirror(folder)))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
