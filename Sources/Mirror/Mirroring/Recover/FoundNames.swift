import Inspection
import LocalFiles
import MirrorCore
import SystemCalls

/// The names as they are listed. In memory are the pictures that the catalog does not know, and 8 bytes for each sidecar
/// and each thumbnail. Two names with one hash cost the question for a file that is not there.
struct FoundNames {
  /// What counts as a picture.
  enum Pictures: Sendable {
    /// A file with the extension of a format.
    case media
    /// Any file that is no sidecar: other tools leave out extensions.
    case all
  }

  private static let thumbnailFolder = ".photomirror/thumbnails/"
  /// For ``bytes``: ten million paths of a hundred bytes, or thirty million hashes.
  static let mostBytes = 1 << 30
  private static let hashBytes = 32

  private let extra: ExtraFiles
  private let kind: Pictures
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

  init(_ extra: ExtraFiles, _ kind: Pictures, atMost mostBytes: Int = Self.mostBytes) {
    (self.extra, self.kind, self.mostBytes) = (extra, kind, mostBytes)
  }

  /// - Parameter file: Its path may be any text; a store may lie.
  /// - Throws: ``MirrorError`` that names the store if the names need more memory than allowed.
  mutating func add(_ file: PlaceFile, in store: String) throws(MirrorError) {
    if file.facts.kind == .file {
      add(key: file.path)
    } else if !file.path.isHiddenPath {
      refused.append(.init(path: file.path, reason: "it is a symbolic link", isLink: true))
    }
    guard bytes <= mostBytes else {
      throw .directory(
        "the names of the files in \(store) that the catalog does not know need more than "
          + "\(mostBytes >> 20) MiB of memory", .store)
    }
  }

  /// Whether a folder has thumbnails, or the folder with all of them.
  static func leadsToThumbnails(_ folder: String) -> Bool {
    thumbnailFolder.hasPrefix(folder + "/") || folder.hasPrefix(thumbnailFolder)
  }

  private mutating func add(key: String) {
    if key.hasPrefix(Self.thumbnailFolder) {
      thumbnails.insert(key.hashValue)
      return
    }
    if !key.leadsDown {
      // Some tools make an empty object for a folder.
      guard key.utf8.last != UInt8(ascii: "/") || key.contains("..") else { return }
      refused.append(.init(path: key, reason: "its name leads out of the mirror"))
      pathBytes += key.utf8.count
      return
    }
    guard !key.isHiddenPath else { return }
    add(key)
  }

  mutating func add(_ path: String) {
    if extra.isPhoto(path) {
      known += 1
    } else if !extra.isKnown(path) {
      let name = path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...]
      if FoundFiles.Sidecar.extensions.contains(String(name)) {
        sidecars.insert(path.hashValue)
      } else if kind == .all || MediaFormat(named: String(name)) != nil {
        pictures.append(path)
        pathBytes += path.utf8.count
      }
    }
  }
}
