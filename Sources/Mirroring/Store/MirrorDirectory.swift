import Catalog
import Glibc
import Images
import SystemCalls

/// Where everything lies in a mirror.
struct MirrorDirectory: Sendable {
  /// Without a slash at the end.
  let path: String

  init(_ path: String) {
    let trimmed = path.drop(while: { $0 == "/" }).isEmpty ? "/" : path
    self.path = trimmed.count > 1 && trimmed.hasSuffix("/") ? String(trimmed.dropLast()) : trimmed
  }

  var state: String { path + "/.photomirror" }
  var catalog: String { state + "/catalog.sqlite" }
  var parts: String { state + "/parts" }
  var thumbnails: String { state + "/thumbnails" }
  var setAside: String { state + "/set-aside" }
  var lock: String { state + "/lock" }

  /// What the mirror keeps for itself is its user's alone: listings tell more than the photos do.
  private static let stateMode: mode_t = 0o700

  /// Makes the folders of a mirror; fails where one may not write.
  /// - Returns: those that were not there.
  func prepare() throws(MirrorError) -> [String] {
    var made: [String] = []
    do throws(FileError) {
      for folder in [path, state, parts, thumbnails]
      where try DurableFile.makeDirectory(
        folder, isLinkAllowed: folder == path, mode: folder == state ? Self.stateMode : 0o755)
      {
        made.append(folder)
      }
    } catch {
      throw error.error
    }
    guard access(parts, W_OK | X_OK) == 0 else { throw .file("write into", parts, errno: errno) }
    return made
  }

  /// Removes a mirror that was only just made and into which nothing came: its two files, and folders
  /// as far as they are empty. The writer holds the lock, and has closed the catalog. Blocks.
  func takeBack(_ made: [String]) {
    guard made.contains(state) else { return }
    for file in [catalog, lock] { unlink(file) }
    for folder in made.reversed() { rmdir(folder) }
  }

  /// The catalog for reading, or nil where there is none. Blocks.
  /// - Throws: where that cannot be told, or the catalog cannot be read.
  func openExistingCatalog() throws(MirrorError) -> Catalog? {
    guard !DurableFile.isLink(state) else { throw DurableFile.linkRefusal(state).error }
    guard access(catalog, R_OK) == 0 else {
      if errno == ENOENT { return nil }
      throw .directory("cannot read \(catalog): \(SystemError().reason)")
    }
    do { return try Catalog(readingFrom: catalog) } catch { throw MirrorError(error) }
  }

  /// Whether a photo is mirrored and its file still there: one that was removed or emptied is fetched
  /// again, one that was edited is left alone. Blocks.
  func isThere(_ record: PhotoRecord) -> Bool {
    record.isMirrored && record.path.map { DurableFile.size(of: file($0)) ?? 0 > 0 } ?? false
  }

  /// A part file is named by the photo's row in the catalog: short, unique, the same in every run.
  func part(ofPhoto id: Int64) -> String { parts + "/\(id).part" }

  func file(_ relative: String) -> String { path + "/" + relative }

  func thumbnail(ofStem stem: String) -> String { thumbnails + "/" + stem + ".png" }

  func sidecar(of relative: String) -> String { path + "/" + relative + ".xmp" }

  /// The file that stands under a stem, whatever its format: relative path, or nil.
  func file(withStem stem: String) -> String? {
    // What lies behind a link is not the mirror's to take over.
    guard let folder = DurableFile.parent(of: file(stem)), !DurableFile.isLink(folder) else {
      return nil
    }
    return ImageFormat.allCases.lazy.map { stem + "." + $0.fileExtension }
      .first { DurableFile.size(of: file($0)) != nil }
  }
}
