import Foundation
import MirrorCore

/// Clears the part folder of what no run can go on with: parts of photos that are mirrored or that
/// the catalog does not know, and what a kill left of thumbnails and sidecars.
package struct PartSweep: Sendable {
  private let folder: String
  private let names: [String]

  /// Looks at the folder. Blocks.
  package init(_ directory: MirrorDirectory) throws(MirrorError) {
    folder = directory.parts
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .directory("cannot read \(directory.parts): \(error.localizedDescription)")
    }
  }

  /// The photos, by their rows in the catalog, of which there are parts.
  package var photos: Set<Int64> { Set(names.compactMap(photo)) }

  /// Removes everything but the parts of `waiting` photos with their state. Parts are written to, so
  /// none is kept that is another file's second name, or no file. Blocks.
  package func keep(_ waiting: Set<Int64>) throws(MirrorError) {
    for name in names {
      let path = folder + "/" + name
      if isPart(name), waiting.contains(photo(name) ?? 0), DurableFile.isOwn(path) { continue }
      // A folder that somebody put there costs at most the photo whose part it keeps away.
      guard unlink(path) == 0 || [ENOENT, EISDIR].contains(errno) else {
        throw .file("remove", path, errno: errno)
      }
    }
  }

  private func photo(_ name: String) -> Int64? { Int64(name.prefix { $0 != "." }) }

  private func isPart(_ name: String) -> Bool {
    name.hasSuffix(".part") || name.hasSuffix(".part.json")
  }
}
