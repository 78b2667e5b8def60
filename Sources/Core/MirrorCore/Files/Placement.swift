/// A photo to store, with its sidecar and thumbnail.
package struct Placement: Sendable {
  /// The place of a photo's bytes.
  package enum Picture: Sendable, Hashable {
    /// A file of the workspace, which the call consumes.
    case part(String)
    /// Already stored, possibly not durably.
    case stored
  }

  /// The photo's path.
  package let path: String
  /// The place of its bytes before the call.
  package let picture: Picture
  /// The files to store with it.
  package let companions: [Companion]
  /// The modification time of a new file in seconds since 1970; nil for the current time.
  package let modifiedAt: Int64?
  /// Whether other users of the machine may not read the new files: the site shows the photo to some people only.
  package let isPrivate: Bool
  /// What to store about the file besides its bytes, where that is possible; nil for nothing.
  package let marks: FileMarks?

  package init(
    path: String, picture: Picture, companions: [Companion], modifiedAt: Int64? = nil,
    isPrivate: Bool = false, marks: FileMarks? = nil
  ) {
    (self.isPrivate, self.marks) = (isPrivate, marks)
    (self.path, self.picture, self.companions) = (path, picture, companions)
    self.modifiedAt = modifiedAt
  }
}

/// A sidecar or thumbnail that could not be written; the photo itself is stored.
package enum CompanionFailure: Sendable, Hashable {
  case thumbnail(String)
  case sidecar(String)

  /// The failure of a companion.
  package init(_ companion: Companion, _ reason: String) {
    self =
      switch companion {
      case .thumbnail: .thumbnail(reason)
      case .sidecar, .rewrittenSidecar: .sidecar(reason)
      }
  }

  /// A clause in lower case without a period.
  package var message: String {
    switch self {
    case .thumbnail(let reason): "no thumbnail: \(reason)"
    case .sidecar(let reason): "no sidecar: \(reason)"
    }
  }
}
