import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("Renaming the photos of a mirror")
struct RenamingTests {
  private static let template = "{title}/{id}"
  private static let ids = ["1", "2", "3"]

  /// A mirror of three photos with sidecars, whose renames are begun.
  private func mirror(in folder: TemporaryDirectory) throws -> (MirrorDirectory, [PhotoRename]) {
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let catalog = try Catalog(path: directory.catalog)
    let source = try catalog.beginRun(ofSource: "x:y")
    let template = try NameTemplate(Self.template)
    let photos = Self.ids.map { Photo(id: $0, owner: "o", title: "t\($0)") }
    let records = try catalog.admit(
      photos.map {
        NewPhoto(photo: $0.id, stem: FileStem(of: $0).path, listing: "{}", metadata: $0)
      },
      provider: "x", source: source)
    for record in records {
      try write(record.photo, to: directory.file(record.stem + ".jpg"))
      try write("sidecar", to: directory.file(record.stem + ".jpg.xmp"))
    }
    try catalog.record(
      records.map {
        MirroredPhoto(
          id: $0.id, path: $0.stem + ".jpg", format: "JPEG", width: 1, height: 1, byteCount: 1,
          sha256: "", label: "", storedAt: 1)
      })
    let renames = zip(records, photos).map { record, photo in
      PhotoRename(
        id: record.id, oldStem: record.stem, newStem: FileStem(of: photo, template).path,
        path: record.stem + ".jpg")
    }
    try catalog.noteSetting("names", Self.template)
    try catalog.beginRenames(renames)
    return (directory, renames)
  }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("A rename that was killed after any number of moved files is completed", arguments: 0...6)
  func completed(moved: Int) async throws {
    let folder = try TemporaryDirectory()
    let (directory, renames) = try mirror(in: folder)
    let files = renames.flatMap { rename in
      [".jpg", ".jpg.xmp"].map { (rename.oldStem + $0, rename.newStem + $0) }
    }
    for (old, new) in files.prefix(moved) {
      let target = URL(filePath: directory.file(new))
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.moveItem(at: URL(filePath: directory.file(old)), to: target)
    }
    let totals = try await Renaming(in: Mirror(directory.path), template: nil).run { _ in }
    #expect(totals.unchanged == 3 && totals.moved == 0 && totals.kept == 0)
    for id in Self.ids {
      let bytes = FileManager.default.contents(atPath: directory.file("t\(id)/\(id).jpg"))
      #expect(bytes == Data(id.utf8))
      #expect(FileManager.default.fileExists(atPath: directory.file("t\(id)/\(id).jpg.xmp")))
    }
    #expect(!FileManager.default.fileExists(atPath: directory.file("o")))
    let catalog = try Catalog(readingFrom: directory.catalog)
    #expect(
      try catalog.mirrored(after: 0, limit: 9).map(\.path) == Self.ids.map { "t\($0)/\($0).jpg" })
    #expect(try catalog.begunRenames(limit: 9).isEmpty)
  }

  @Test("The sidecar of a photo whose file is missing moves to the new name of the photo")
  func companions() async throws {
    let folder = try TemporaryDirectory()
    let (directory, renames) = try mirror(in: folder)
    let catalog = try Catalog(path: directory.catalog)
    try catalog.endRenames([], cancelled: renames)
    try catalog.noteLoss(ofPhoto: renames[0].id)
    try FileManager.default.removeItem(atPath: directory.file(renames[0].oldStem + ".jpg"))
    var steps: [Renaming.Step] = []
    let totals = try await Renaming(in: Mirror(directory.path), template: nil).run {
      steps.append($0)
    }
    #expect(totals.moved == 2 && totals.kept == 0 && steps.count == 2)
    #expect(FileManager.default.fileExists(atPath: directory.file("t1/1.jpg.xmp")))
    #expect(!FileManager.default.fileExists(atPath: directory.file("o")))
  }

  @Test("A dry run says what a rename does, which moves each photo with what is beside it")
  func moved() async throws {
    let archive = try await TestArchive(photos: 3)
    var options = ThumbnailRebuild.Options()
    options.format = .webp
    _ = try await ThumbnailRebuild(in: archive.mirror, options).run { _ in }
    let (before, template) = (archive.files, try NameTemplate("{taken:yyyy}/{id}"))
    let new = (1...3).map { "2024/\(TestArchive.id($0)).png" }
    var (planned, steps): ([Renaming.Step], [Renaming.Step]) = ([], [])
    _ = try await Renaming(in: archive.mirror, template: template, isDryRun: true).run {
      planned.append($0)
    }
    #expect(archive.files == before)
    let totals = try await Renaming(in: archive.mirror, template: template).run {
      steps.append($0)
    }
    #expect(totals.moved == 3 && steps == planned)
    #expect(steps == zip(archive.paths, new).map { .moved(from: $0, to: $1) })
    var expected: [String: Data] = [:]
    for (old, new) in zip(archive.paths, new) {
      for (from, to) in [
        (old, new), (old + ".xmp", new + ".xmp"),
        (archive.thumbnail(old, "webp"), archive.thumbnail(new, "webp")),
      ] { expected[to] = before[from] }
    }
    #expect(archive.files == expected && !archive.has("ada"))
    // The names are the mirror's from then on, and its files are where the catalog says.
    let again = try await Renaming(in: archive.mirror, template: nil).run { _ in }
    #expect((again.moved, again.unchanged) == (0, 3))
    let trash = MirrorTrash(of: archive.mirror)
    #expect(try await trash.forget([new[0]]) == [.done(path: new[0])])
    #expect(!archive.has(archive.thumbnail(new[0], "webp")))
    #expect(try await trash.restore([new[0]]) == [.done(path: new[0])])
    #expect(archive.files == expected)
  }

  @Test("A file in the way of a new name stays, and so does the photo, as a dry run says")
  func occupied() async throws {
    let archive = try await TestArchive(photos: 2)
    let (old, new) = (archive.paths[0], TestArchive.id(1) + ".png")
    try archive.write("mine", to: new)
    let template = try NameTemplate("{id}")
    for isDryRun in [true, false] {
      var steps: [Renaming.Step] = []
      let totals = try await Renaming(
        in: archive.mirror, template: template, isDryRun: isDryRun
      ).run { steps.append($0) }
      #expect((totals.moved, totals.kept) == (1, 1))
      let reason = "another file already exists at \(new)"
      #expect(steps.contains(.kept(path: old, reason: reason)), "\(steps)")
      #expect(archive.text(new) == "mine" && archive.has(old))
    }
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    #expect(findings == [.extra(path: new)])
  }

  @Test("A cancelled rename frees the name, which another photo can have")
  func freed() throws {
    let folder = try TemporaryDirectory()
    let (directory, renames) = try mirror(in: folder)
    let catalog = try Catalog(path: directory.catalog)
    #expect(try catalog.freeStem("t1/1", ofPhoto: renames[1].id) == "t1/1_x")
    #expect(try catalog.freeStem("T1/1", ofPhoto: renames[0].id) == "T1/1")
    try catalog.endRenames([], cancelled: renames)
    #expect(try catalog.freeStem("t1/1", ofPhoto: renames[1].id) == "t1/1")
    #expect(try catalog.freeStem(renames[0].oldStem, ofPhoto: renames[1].id) != renames[0].oldStem)
  }
}
