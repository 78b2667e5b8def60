import MirrorCore

/// Where a gallery's pages find the files of photos.
package enum GalleryFiles: Sendable, Hashable {
  /// In the mirror, to which this text leads from the gallery's folder: `../`.
  case mirror(String)
  /// In the gallery's own folder, which is published without the mirror.
  case own
  /// In a package for an archive, beside the gallery's folder; thumbnails in that folder.
  case package
  /// In an object store, at a web address to which the paths are added; thumbnails in the gallery's own folder.
  case store(String)

  /// The folders with the files of photos and thumbnails in a gallery of its own.
  package static let folders = ["files", "thumbnails"]
  private static let thumbnails = ".photomirror/thumbnails/"

  /// A file of the mirror as the gallery has it, relative to the gallery's folder.
  package func name(of path: String) -> String {
    switch self {
    case .mirror(let mirror): mirror + path
    case .package where path.hasPrefix(Self.thumbnails):
      "thumbnails/" + PackageName.of(String(path.dropFirst(Self.thumbnails.count)))
    case .own where path.hasPrefix(Self.thumbnails), .store where path.hasPrefix(Self.thumbnails):
      "thumbnails/" + path.dropFirst(Self.thumbnails.count)
    case .own, .store: "files/" + path
    case .package: "../objects/" + PackageName.of(path)
    }
  }

  /// Whether the photos' own files are on no disk.
  package var isRemote: Bool { if case .store = self { true } else { false } }

  /// Whether the gallery is published without the mirror.
  var isPublished: Bool { self == .own || isRemote }

  /// Whether the gallery's folder gets a file of the mirror.
  package func includes(_ path: String) -> Bool {
    switch self {
    case .mirror, .store: false
    case .own: true
    case .package: path.hasPrefix(Self.thumbnails)
    }
  }

  /// For the comparison of two galleries.
  package var text: String {
    switch self {
    case .mirror(let mirror): mirror
    case .own: "own files"
    case .store(let address): "files at \(address)"
    case .package: "files of a package"
    }
  }
}
