import Catalog
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("Verification of every mirrored file")
struct VerificationTests {
  @Test("Verification finishes whatever numbers the catalog contains")
  func numbers() async throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    do {
      let catalog = try Catalog(path: directory.catalog)
      for name in ["1", "2"] {
        // Each photo has its own source, because the sum of each source is reported as well.
        let source = try catalog.beginRun(ofSource: "a:" + name)
        let photo = NewPhoto(photo: name, stem: "o/" + name, listing: "{}")
        let id = try #require(try catalog.admit([photo], provider: "a", source: source).first).id
        try catalog.record([
          MirroredPhoto(
            id: id, path: "o/" + name, format: "gif", width: 1, height: 1, byteCount: .max,
            sha256: "", label: "", storedAt: 0)
        ])
      }
    }
    var findings: [Verification.Finding] = []
    try await Verification(of: Mirror(folder.path)).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    #expect(findings == [.missing(path: "o/1"), .missing(path: "o/2")])
  }

  @Test("A resumed verification checks each file once, and keeps the counts of the interrupted one")
  func resumed() async throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    do {
      let catalog = try Catalog(path: directory.catalog)
      let source = try catalog.beginRun(ofSource: "a:b")
      let names = (1...450).map { "\($0)" }
      let records = try catalog.admit(
        names.map { NewPhoto(photo: $0, stem: "o/" + $0, listing: "{}") }, provider: "a",
        source: source)
      try catalog.record(
        records.map {
          MirroredPhoto(
            id: $0.id, path: $0.stem + ".gif", format: "gif", width: 1, height: 1, byteCount: 1,
            sha256: "", label: "", storedAt: 0)
        })
    }
    var found: [String] = []
    var options = Verification.Options()
    let path = folder.path
    let first = Task { [options] in
      var found: [String] = []
      try? await Verification(of: Mirror(path), options).run { progress in
        if case .missing(let path) = progress.finding { found.append(path) }
        // From within, so that it is cancelled in the middle of a part.
        if progress.counts.checked == 250 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return found
    }
    found = await first.value
    #expect(found.count >= 250 && found.count < 450)
    options.isResuming = true
    var last = Verification.Progress()
    try await Verification(of: Mirror(path), options).run { progress in
      if case .missing(let path) = progress.finding { found.append(path) }
      last = progress
    }
    #expect(found.count == 450 && Set(found).count == 450)
    #expect(last.counts.checked == 450 && last.counts.missing == 450)
    #expect(directory.stateFile("verification.json") == nil)
  }

  @Test("A whole verification checks the catalog itself, and a quick one does not")
  func damagedCatalog() async throws {
    let archive = try await TestArchive(photos: 3)
    let path = archive.directory.catalog
    var bytes = Array(try #require(archive.bytes(".photomirror/catalog.sqlite")))
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    // The leaves of indexes lose their entries (https://www.sqlite.org/fileformat2.html#b_tree_pages).
    let leaves = stride(from: size, to: bytes.count, by: size).filter { bytes[$0] == 0x0A }
    for leaf in leaves { (bytes[leaf + 3], bytes[leaf + 4]) = (0, 0) }
    try archive.write(bytes, to: ".photomirror/catalog.sqlite")
    let error = await #expect(throws: MirrorError.self) {
      try await Verification(of: archive.mirror).run { _ in }
    }
    #expect(error?.message.contains("the catalog \(path) is damaged") == true)
    var options = Verification.Options()
    options.isQuick = true
    var checked = 0
    try await Verification(of: archive.mirror, options).run { checked = $0.counts.checked }
    #expect(checked == 3)
  }
}
