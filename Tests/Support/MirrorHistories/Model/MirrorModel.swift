/// A mirror of a site as it must be, with its copies: what the site served of each photo, what its owner did to it, and
/// so what has to be where. It knows contents, by their SHA-256, and neither paths nor the catalog.
package struct MirrorModel: Sendable {
  /// What a photo is for the mirror.
  package enum Standing: Sendable, Hashable {
    /// Nothing of it was stored.
    case unknown
    /// It was stored, and its file has to be there until the owner lets it go.
    case mirrored
    /// It is in the trash, or was deleted, because the site did not list it any more.
    case left
    /// The owner asked to forget it.
    case forgotten
    /// Its file is missing, and the owner let it go in a way that may be taken back or not: it left the site when it was
    /// missing already, or was allowed again after it was forgotten. To name it is right, and not to name it too.
    case uncertain
  }

  /// What is known of a photo.
  package struct Photo: Sendable {
    package var isListed = true
    /// Whether the site has its picture.
    package var isThere = true
    /// The number of its present picture.
    package var version = 0
    /// Every picture that the site served, by digest: twice its number, and one more if it is the larger one.
    package var served: [String: Int] = [:]
    package var standing = Standing.unknown
    /// The digest of the picture that the mirror stored last.
    package var current: String?
    /// The digest of the owner's last edit, or of a file that the owner accepted.
    package var edit: String?
    /// Whether the owner accepted it, as it is.
    package var isAccepted = false
    /// All edits.
    package var edits: Set<String> = []
    /// Damaged files that the program may take for edits.
    package var likeEdits: Set<String> = []
    /// Whether the owner brought it back after it had left the site: it stays, whatever the site lists.
    package var isKept = false
    /// Whether the owner let all its bytes go.
    package var isLetGo = false
    /// Whether the site may have refused it, so that runs wait for a day.
    package var mayWait = false

    package init() {}

    /// The mirror stored a picture of the site.
    mutating func store(_ digest: String) {
      (standing, current, edit) = (.mirrored, digest, nil)
      (isAccepted, isKept, isLetGo, mayWait) = (false, false, false, false)
    }

    /// Whether a file is the one that the mirror is to have.
    package func isWhole(_ entry: PlaceFacts.Entry) -> Bool {
      guard case .file(let digest) = entry else { return false }
      return digest == current || isAccepted && digest == edit
    }

    /// Whether a file is an edit.
    package func hasEdit(_ entry: PlaceFacts.Entry) -> Bool {
      guard case .file(let digest) = entry else { return false }
      return edits.contains(digest)
    }

    /// Whether a file is an edit, or damaged in a way that may look like one.
    package func isEdit(_ entry: PlaceFacts.Entry) -> Bool {
      guard case .file(let digest) = entry else { return false }
      return edits.contains(digest) || likeEdits.contains(digest)
    }

    /// Whether a file is the site's present picture.
    func isNewest(_ entry: PlaceFacts.Entry) -> Bool {
      guard case .file(let digest) = entry else { return false }
      return served[digest].map { $0 / 2 } == version
    }

    /// The best of the pictures that the site served, among some digests.
    package func bestRank(in digests: Set<String>) -> Int? {
      served.filter { digests.contains($0.key) }.values.max()
    }
  }

  /// By ids.
  package var photos: [String: Photo]
  /// What copies had of photos after the last copy, or a repair.
  package var held: [HistoryPlace: [String: Set<String>]] = [:]
  /// Whether the mirror's catalog is lost.
  package var isCatalogLost = false

  package init(_ ids: [String]) {
    photos = Dictionary(ids.map { ($0, Photo()) }) { $1 }
  }

  /// Photos in the order of their ids.
  var sorted: [(id: String, photo: Photo)] {
    photos.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
