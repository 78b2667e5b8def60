import Foundation
import Testing

/// Files of a mirror are opened, changed and looked at by `LinkFree` alone, so that no link leads out of it.
@Suite("System calls on paths")
struct LinkFreeTests {
  /// What handles files of mirrors, copies, packages and galleries.
  private static let folders = [
    "Adapters/LocalFiles", "Adapters/Catalog", "Adapters/FlickrExport", "Adapters/Fetching",
    "Adapters/Inspection", "Adapters/Sidecars", "Core/MirrorCore", "Libraries/Digests",
    "Libraries/Images", "Libraries/Transfer", "Mirror/Mirroring",
  ]

  /// Calls that follow links, each with its reason.
  private static let exceptions: [String: Int] = [
    // What the user names may be behind links: a mirror's own directory, a package, an archive, a path on the command line.
    "Adapters/LocalFiles/BagFolder.swift": 1, "Adapters/LocalFiles/DurableFile.swift": 1,
    "Adapters/FlickrExport/Index/ExportScan.swift": 1,
    "Mirror/Mirroring/Adopt/FolderAdoption.swift": 1,
    "Mirror/Mirroring/Copy/CopyTarget.swift": 2, "Mirror/Mirroring/Opening/NamedFile.swift": 3,
    "Mirror/Mirroring/Verify/IntactCopies.swift": 1,
    // Temporary folders.
    "Mirror/Mirroring/Machines/Units/TemporaryFolders.swift": 1,
    "Mirror/Mirroring/Machines/Units/UnitConfiguration.swift": 2,
    // The system's: libraries, authorities, this program.
    "Libraries/Images/Formats/PictureLibrary.swift": 1,
    "Libraries/Transfer/Curl/AuthorityFile.swift": 2,
    "Mirror/Mirroring/Gallery/GalleryWriter.swift": 1,
  ]

  /// Calls by a path, and what looks at a file by its name. `open(` with one argument is a method of the sources.
  private static var call: Regex<Substring> {
    #/
    (?:^|[^\w.`])(?:Glibc\.)?(?:open\([^()]*,\ (?:O_|flags|always)|openat\(|fopen\(|opendir\(|creat\(|rename\([^():]*,[^():]*\)|renameat2?\(|link\([^():]*,[^():]*\)|
    unlink\(|mkdir\(|rmdir\(|lstat\(|stat\([^)]|symlink\(|readlink\(|utimensat\(|chmod\(|truncate\(|access\(|statvfs\([^)])
    |FileManager\.default|FileHandle\(|Data\(contentsOf|contentsOfFile:|FileStatus\(following|FileStatus\(of:\ ["n]
    /#
  }

  @Test("Only the named files call the system with a path that may lead through a link")
  func calls() throws {
    var found: [String: Int] = [:]
    let call = Self.call
    for folder in Self.folders {
      let root = SourceTree.root.appending(path: "Sources/" + folder)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      for name in (names ?? []).filter({ $0.hasSuffix(".swift") }) {
        let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
        let count = text.split(separator: "\n").count { line in
          let code = line.split(separator: "//", omittingEmptySubsequences: false).first ?? ""
          return !code.contains("func ") && code.firstMatch(of: call) != nil
        }
        if count > 0 { found["\(folder)/\(name)"] = count }
      }
    }
    for (file, count) in found where count != Self.exceptions[file] {
      Issue.record("\(file) has \(count) calls, and not \(Self.exceptions[file] ?? 0)")
    }
    #expect(Set(Self.exceptions.keys).subtracting(found.keys) == [])
  }
}
