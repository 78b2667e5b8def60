import Inspection
import LocalFiles
import MirrorCore

/// The names as they are listed. In memory are the pictures that the catalog does not know, and 8 bytes for each sidecar
/// and each thumbnail. Two names with one hash cost the question for a file that is not there.
struct FoundNames {
  private static let thumbnailFolder = ".photomirror/thumbnails/"
  /// For ``bytes``: ten million paths of a hundred bytes, or thirty million hashes.
  static let mostBytes = 1 << 30
  private static let hashBytes = 32

  private let extra: ExtraFiles
  private let mostBytes: Int
  var pictures: [String] = []
  /// Hashes of the paths.
  var sidecars: Set<Int> = []
  /// Hashes of the paths.
  var thumbnails: Set<Int> = []
  var known = 0
  var refused: [FoundFiles.Refused] = []
  /// About how much memory they need.
  var bytes: Int {
    pathBytes + (pictures.count + refused.count + sidecars.count + thumbnails.count)
      * Self.hashBytes
  }
  private var pathBytes = 0

  init(_ extra: ExtraFiles, atMost mostBytes: Int = Self.mostBytes) {
    (self.extra, self.mostBytes) = (extra, mostBytes)
  }

  /// - Parameter file: Its path may be any text; a store may lie.
  /// - Throws: ``MirrorError`` that names the store if the names need more memory than allowed.
  mutating func add(_ file: PlaceFile, in store: String) throws(MirrorError) {
    if file.facts.kind == .file {
      add(key: file.path)
    } else {
      refused.append(.init(path: file.path, reason: "it is a symbolic link"))
    }
    guard bytes <= mostBytes else {
      throw .directory(
        "the names of the files in \(store) that the catalog does not know need more than "
          + "\(mostBytes >> 20) MiB of memory", .store)
    }
  }

  /// Asks for the thumbnails of pictures.
  mutating func addThumbnails(
    of pictures: ArraySlice<String>, in place: any FilePlace
  ) async throws(StorageError) {
    let thumbnails = pictures.flatMap { path in
      ThumbnailFormat.allCases.map {
        MirrorNames.thumbnail(ofStem: FoundFiles.stem(of: path), $0)
      }
    }
    for (path, facts) in zip(thumbnails, try await place.facts(of: thumbnails, .listed))
    where facts?.kind == .file { self.thumbnails.insert(path.hashValue) }
  }

  private mutating func add(key: String) {
    if key.hasPrefix(Self.thumbnailFolder) {
      thumbnails.insert(key.hashValue)
      return
    }
    let parts = key.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) || key.utf8.contains(0) {
      // Some tools make an empty object for a folder.
      guard !key.hasSuffix("/") || key.contains("..") else { return }
      refused.append(.init(path: key, reason: "its name leads out of the mirror"))
      pathBytes += key.utf8.count
      return
    }
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return }
    add(key)
  }

  mutating func add(_ path: String) {
    if extra.isPhoto(path) {
      known += 1
    } else if !extra.isKnown(path) {
      let name = path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...]
      if SidecarFormat.allCases.contains(where: { $0.fileExtension == name }) {
        sidecars.insert(path.hashValue)
      } else if MediaFormat(named: String(name)) != nil {
        pictures.append(path)
        pathBytes += path.utf8.count
      }
    }
  }
}
