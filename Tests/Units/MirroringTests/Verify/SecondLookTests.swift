import Catalog
import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("Verification beside tasks that move files")
struct SecondLookTests {
  /// What another process did to the first photo after a verification read its row and before it looked for its file.
  enum Step: CaseIterable {
    case renamed, movedAndNotRecorded, moved, forgotten, removed

    func happen(in archive: TestArchive) async throws {
      let (path, template) = (archive.paths[0], try NameTemplate("{title}/{id}"))
      switch self {
      case .renamed: _ = try await Renaming(in: archive.mirror, template: template).run { _ in }
      case .movedAndNotRecorded, .moved:
        let catalog = try archive.catalog()
        let stem = (path as NSString).deletingPathExtension
        let rename = PhotoRename(id: 1, oldStem: stem, newStem: "new/name", path: path)
        try catalog.beginRenames([rename])
        try archive.write(try #require(archive.bytes(path)), to: "new/name.png")
        try archive.remove(path)
        guard self == .moved else { return }
        try catalog.endRenames(
          [PhotoRename(id: 1, oldStem: stem, newStem: "new/name", path: "new/name.png")],
          cancelled: [])
      case .forgotten: _ = try await MirrorTrash(of: archive.mirror).forget([path])
      case .removed: try archive.remove(path)
      }
    }
  }

  @Test(
    "A photo is missing only if a second look finds it under no name that it has or gets",
    arguments: Step.allCases)
  func steps(step: Step) async throws {
    let archive = try await TestArchive(photos: 2)
    let old = try #require(try archive.catalog().expected([1]).first)
    try await step.happen(in: archive)
    let look = try await archive.mirror.open(.reading) { open in
      let check = FileCheck(Verification(of: archive.mirror), sidecars: SidecarChoice())
      return try await open.withStore(writes: false) { store in
        var look: FileCheck.Look?
        try await check.forEach(of: [old], in: store.files, on: open.disk) { look = $1 }
        let first = try #require(look)
        #expect(first.isMissing)
        return try await SecondLook(open: open, files: store.files, check: check)
          .look(at: old, after: first)
      }
    }
    switch step {
    case .forgotten: #expect(look == nil)
    case .removed: #expect(look?.findings == [.missing(path: archive.paths[0])])
    default: #expect(look?.isMissing == false, "\(look?.findings ?? [])")
    }
  }
}
