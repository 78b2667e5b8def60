import Foundation
import TestSupport

@testable import Catalog

/// The files and records after a kill at any moment: much may be missing, nothing may be wrong.
struct Remains {
  /// All files with a final name.
  let files: FileTree
  /// Paths of the photos that the catalog has recorded as mirrored.
  let recorded: [String]
  /// SQLite's integrity check of the catalog; "ok" if it is intact.
  let soundness: [String]

  /// Reads a copy of the catalog, because opening the catalog itself would complete what the kill
  /// interrupted.
  init(of mirror: String) throws {
    files = try FileTree(mirror)
    let copy = try TemporaryDirectory()
    let name = "catalog.sqlite"
    for file in ["", "-wal", "-journal"].map({ name + $0 }) {
      let bytes = FileManager.default.contents(atPath: mirror + "/.photomirror/" + file)
      try bytes?.write(to: URL(filePath: copy.appending(file)))
    }
    let catalog = try SQLiteDatabase(path: copy.appending(name), isReadOnly: false)
    soundness = try catalog.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }
    // A kill may come before the tables exist.
    let tables = try catalog.rows("SELECT name FROM sqlite_schema") { $0.text(0) ?? "" }
    recorded =
      tables.contains("photo")
      ? try catalog.rows(
        """
        SELECT \(Catalog.path) FROM photo JOIN file ON file.photo = photo.id WHERE is_mirrored = 1
        """
      ) { $0.text(0) ?? "" } : []
  }

  /// The differences from the tree of a complete mirror that are errors.
  func flaws(against whole: FileTree) -> [String] {
    let wrong = files.files.filter { whole.files[$0.key] != $0.value }.keys
    let lost = recorded.filter { files.files[$0] == nil }
    return wrong.sorted().map { "not the source's: \($0)" }
      + lost.map { "recorded, not there: \($0)" } + (soundness == ["ok"] ? [] : soundness)
  }
}
