import SystemCalls

/// The formats of the files beside a photo that hold its metadata.
public enum SidecarFormat: String, CaseIterable, Sendable, Hashable {
  /// An XMP packet, which photo libraries read.
  case xmp
  /// The listing's metadata as a JSON object, for programs.
  case json

  /// The extension, without a dot.
  package var fileExtension: String { rawValue }
}

/// Which sidecars a mirror's photos have, and their names.
public struct SidecarChoice: Sendable, Hashable {
  /// How a sidecar is named after its photo.
  public enum Naming: String, CaseIterable, Sendable, Hashable {
    /// `photo.jpg.xmp`: Immich, digiKam, darktable and PhotoPrism.
    case full
    /// `photo.xmp`: Lightroom, Apple Photos, and the second choice of Immich and PhotoPrism.
    case stem
  }

  /// Each at most once; empty for no sidecars.
  public var formats: [SidecarFormat]
  /// The naming of all sidecars of the mirror.
  public var naming: Naming

  public init(formats: [SidecarFormat] = [.xmp], naming: Naming = .full) {
    self.formats = SidecarFormat.allCases.filter(formats.contains)
    self.naming = naming
  }

  /// The path of a photo's sidecar.
  package func path(of photo: String, as format: SidecarFormat) -> String {
    Self.path(of: photo, as: format, naming: naming)
  }

  /// The paths that any choice gives the sidecars of a photo: what is moved or deleted with it.
  package static func paths(of photo: String) -> [String] {
    Naming.allCases.flatMap { naming in
      SidecarFormat.allCases.map { path(of: photo, as: $0, naming: naming) }
    }
  }

  private static func path(
    of photo: String, as format: SidecarFormat, naming: Naming
  ) -> String {
    switch naming {
    case .full: photo + "." + format.fileExtension
    case .stem: withoutExtension(photo) + "." + format.fileExtension
    }
  }

  private static func withoutExtension(_ path: String) -> Substring {
    let name = path.fileName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path[...] }
    return path[..<dot]
  }
}
