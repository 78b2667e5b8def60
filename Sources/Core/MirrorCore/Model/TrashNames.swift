import SystemCalls

/// The names of a photo's files in the trash, relative to the mirror:
/// `.photomirror/trash/LABEL/PATH`, with its record, sidecars and thumbnail beside it.
package struct TrashNames: Sendable {
  /// The folder of all that is in the trash.
  package static let root = ".photomirror/trash"
  /// The end of a record's name, with the dot.
  package static let recordExtension = ".json"

  /// The name of the photo's own file.
  package let picture: String

  /// - Parameter place: The path of the photo's own file in the trash.
  package init(of place: String) { picture = place }

  /// The place that a photo has in the trash if nothing is there.
  package static func place(of path: String, label: String) -> String {
    "\(root)/\(label)/\(path)"
  }

  /// Whether a path is one in the trash.
  package static func isPlace(_ path: String) -> Bool {
    path.hasPrefix(root + "/") && path.leadsDown
  }

  /// The name of a sidecar; its name in the trash tells its naming, so that it gets the same name when it comes back.
  package func sidecar(_ format: SidecarFormat, _ naming: SidecarChoice.Naming) -> String {
    picture + "." + format.fileExtension + (naming == .stem ? ".stem" : "") + ".sidecar"
  }

  /// Every kind of sidecar with every naming.
  package static let sidecars = SidecarFormat.allCases.flatMap { format in
    SidecarChoice.Naming.allCases.map { (format, $0) }
  }

  /// The name of the thumbnail, whether or not there is one.
  package func thumbnail(_ format: ThumbnailFormat) -> String {
    picture + ".thumbnail." + format.fileExtension
  }
  /// The name of the record, which is stored beside the photo's own file.
  package var record: String { picture + Self.recordExtension }
  /// The record last.
  package var all: [String] {
    [picture] + Self.sidecars.map(sidecar) + ThumbnailFormat.allCases.map(thumbnail) + [record]
  }

  /// The paths of the files beside a photo, each with its name in the trash; also sidecars and thumbnails of an
  /// earlier choice.
  package func companions(of files: StoredFiles) -> [(path: String, trashed: String)] {
    Self.sidecars.map { format, naming in
      let choice = SidecarChoice(formats: [format], naming: naming)
      return (choice.path(of: files.path, as: format), sidecar(format, naming))
    }
      + ThumbnailFormat.allCases.map {
        (MirrorNames.thumbnail(ofStem: files.stem, $0), thumbnail($0))
      }
  }
}

/// The names of a mirror's other files, relative to it.
package enum MirrorNames {
  /// The folder to which damaged files are moved.
  package static let setAside = ".photomirror/set-aside"
  /// The folder of the snapshots of the catalog.
  package static let snapshots = ".photomirror/snapshots"

  /// The name of a photo's thumbnail, whether or not there is one.
  package static func thumbnail(
    ofStem stem: String, _ format: ThumbnailFormat = .standard
  ) -> String {
    ".photomirror/thumbnails/\(stem).\(format.fileExtension)"
  }
}
