import Foundation
import Testing

/// One folder opens mirrors: who changes how a lock, a catalog or its errors are handled does it there.
@Suite("Opening a mirror")
struct OpeningTests {
  @Test(
    "Catalogs are opened, and locks taken, in one folder of Mirroring, and nowhere in the command")
  func openings() throws {
    for target in ["Sources/Mirror/Mirroring", "Sources/Command/PhotomirrorCommand"] {
      let root = SourceTree.root.appending(path: target)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      let sources = (names ?? []).filter { $0.hasSuffix(".swift") }
      #expect(!sources.isEmpty)
      for name in sources where !name.hasPrefix("Opening/") {
        let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
        let opening = text.firstMatch(
          of: /\b(?:Catalog|CatalogThread|DirectoryLock)\(|openChecked\(/)
        #expect(opening == nil, "\(target)/\(name) has \(opening?.0 ?? "")")
      }
    }
  }
}
