/// The format of a thumbnail's file.
public enum ThumbnailFormat: String, CaseIterable, Sendable, Hashable, Codable {
  case png, jpeg, webp

  /// The default. Every browser shows it, and 250 of them weigh about as much as one original.
  public static let standard = ThumbnailFormat.jpeg

  /// Without a dot.
  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// The thumbnails that a run makes.
package struct ThumbnailChoice: Sendable, Hashable {
  /// The longest edge in pixels.
  package let edge: Int
  /// The format of the files.
  package let format: ThumbnailFormat

  package init(edge: Int, format: ThumbnailFormat = .standard) {
    (self.edge, self.format) = (edge, format)
  }

  /// Nil for no thumbnails.
  package init?(edge: Int?, format: ThumbnailFormat) {
    guard let edge else { return nil }
    self.init(edge: edge, format: format)
  }
}

/// What shows a mirrored photo in small, as the catalog records it: the numbers are stored.
package enum StoredThumbnail: Int, CaseIterable, Sendable, Hashable {
  case absent
  case png
  case jpeg
  case webp
  /// The photo's own file, which is as small.
  case picture

  package init(_ format: ThumbnailFormat) {
    self =
      switch format {
      case .png: .png
      case .jpeg: .jpeg
      case .webp: .webp
      }
  }

  /// Nil if there is no file besides the photo's own.
  package var format: ThumbnailFormat? {
    switch self {
    case .absent, .picture: nil
    case .png: .png
    case .jpeg: .jpeg
    case .webp: .webp
    }
  }

  /// Where it is, relative to the mirror; nil if the photo has none.
  /// - Parameter path: Of the photo's own file.
  package func path(stem: String, picture path: String?) -> String? {
    self == .picture ? path : format.map { MirrorNames.thumbnail(ofStem: stem, $0) }
  }
}

/// The thumbnail that an inspection gives.
package enum MadeThumbnail: Sendable, Hashable {
  case file([UInt8], ThumbnailFormat)
  /// The photo is no larger than a thumbnail, and browsers show it as it is.
  case picture

  /// The value that the catalog records.
  package var stored: StoredThumbnail {
    switch self {
    case .file(_, let format): StoredThumbnail(format)
    case .picture: .picture
    }
  }

  /// The file to store; nil if it needs none.
  package func companion(ofStem stem: String) -> Companion? {
    guard case .file(let bytes, let format) = self else { return nil }
    return .thumbnail(bytes, stem: stem, format)
  }
}
