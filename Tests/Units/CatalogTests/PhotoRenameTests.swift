import MirrorCore
import TestSupport
import Testing

@testable import Catalog

@Suite("Other names for photos")
struct PhotoRenameTests {
  private let folder: TemporaryDirectory
  private let catalog: Catalog
  private let records: [PhotoRecord]

  init() throws {
    folder = try TemporaryDirectory()
    catalog = try Catalog(path: folder.appending("catalog.sqlite"))
    let source = try catalog.beginRun(ofSource: "a:b")
    records = try catalog.admit(
      ["1", "2"].map { NewPhoto(photo: $0, stem: "old/\($0)", listing: "{\"id\":\"\($0)\"}") },
      provider: "a", source: source)
    try catalog.record(
      records.map {
        MirroredPhoto(
          id: $0.id, path: $0.stem + ".jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
          sha256: "00", label: "", storedAt: 1_700_000_000)
      })
  }

  /// A rename to another folder.
  private func rename(_ index: Int) -> PhotoRename {
    let record = records[index]
    return PhotoRename(
      id: record.id, oldStem: record.stem, newStem: "new/\(record.photo)",
      path: record.stem + ".jpg")
  }

  private func place(_ index: Int) throws -> [String?] {
    let id = records[index].photo
    let known = try catalog.known([id], site: "a")[id]
    return [known?.stem, known?.path]
  }

  @Test("A rename that was begun is found again with both names, until it is ended")
  func begun() throws {
    let renames = [rename(0), rename(1)]
    try catalog.beginRenames(renames)
    #expect(try catalog.begunRenames(limit: 9) == renames)
    #expect(try catalog.begunRenames(limit: 1) == [renames[0]])
    #expect(try place(0) == ["old/1", "old/1.jpg"])
    try catalog.endRenames([], cancelled: renames)
    #expect(try catalog.begunRenames(limit: 9).isEmpty)
  }

  @Test("Photos whose files were moved have new names, and those of cancelled renames the old")
  func ended() throws {
    try catalog.beginRenames([rename(0), rename(1)])
    let moved = PhotoRename(
      id: records[0].id, oldStem: "old/1", newStem: "new/1", path: "new/1.jpg")
    try catalog.endRenames([moved], cancelled: [rename(1)])
    #expect(try place(0) == ["new/1", "new/1.jpg"])
    #expect(try place(1) == ["old/2", "old/2.jpg"])
    #expect(try catalog.begunRenames(limit: 9).isEmpty)
  }
}
