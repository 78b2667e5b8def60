/// A mirror of a site as it must be, with its copies: what the site served of each photo, what its owner did to it, and
/// so what has to be where. It knows contents, by their SHA-256, and neither paths nor the catalog.
package struct MirrorModel: Sendable {
  /// What a photo is for the mirror.
  package enum Standing: Sendable, Hashable {
    /// Nothing of it was stored, or the owner allowed to store it again.
    case unknown
    /// It was stored, and its file has to be there until the owner lets it go.
    case mirrored
    /// It is in the trash, or was deleted, because the site did not list it any more.
    case left
    /// The owner asked to forget it.
    case forgotten
    /// Its file was missing when it left the site, and the owner wanted such photos away.
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
    /// Damaged files that the program may take for edits, because the owner wrote to them before.
    package var likeEdits: Set<String> = []
    /// Whether the owner let all its bytes go.
    package var isLetGo = false
    /// Whether the site may have refused it, so that runs wait for a day.
    package var mayWait = false

    package init() {}

    /// The mirror stored a picture of the site.
    mutating func store(_ digest: String) {
      (standing, current, edit) = (.mirrored, digest, nil)
      (isAccepted, isLetGo, mayWait) = (false, false, false)
    }

    /// Whether a file is the one that the mirror is to have.
    package func isWhole(_ entry: PlaceFacts.Entry) -> Bool {
      guard case .file(let digest) = entry else { return false }
      return digest == current || isAccepted && digest == edit
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

/// What the site and the owner do.
extension MirrorModel {
  /// Whether a change is possible: at least half of the photos stay listed, since a site that shows nothing is
  /// another matter.
  package func allows(_ change: SiteChange, of id: String) -> Bool {
    switch change {
    case .hide, .remove:
      photos[id]?.isListed == false
        || 2 * (photos.values.count(where: \.isListed) - 1) >= photos.count
    case .replace: photos[id]?.isThere == true
    case .show, .title: true
    }
  }

  package mutating func note(_ change: SiteChange, of id: String) {
    guard var photo = photos[id] else { return }
    switch change {
    case .show: (photo.isListed, photo.isThere) = (true, true)
    case .hide: (photo.isListed, photo.isThere) = (false, true)
    case .remove: (photo.isListed, photo.isThere) = (false, false)
    case .replace: photo.version += 1
    case .title: break
    }
    photos[id] = photo
  }

  /// The site serves these pictures from now on.
  package mutating func note(served digests: [String], of id: String, isLarge: Bool) {
    let rank = 2 * (photos[id]?.version ?? 0) + (isLarge ? 1 : 0)
    for digest in digests { photos[id]?.served[digest] = rank }
  }

  /// The owner gave a photo's file in the mirror these bytes.
  package mutating func note(edit digest: String, of id: String) {
    photos[id]?.edit = digest
    photos[id]?.isAccepted = false
    photos[id]?.edits.insert(digest)
  }

  /// A file of these bytes is damaged, and may look like an edit.
  package mutating func note(likeEdit digest: String, of id: String) {
    photos[id]?.likeEdits.insert(digest)
  }

  /// The owner put a photo's file back under its name. If the mirror had given it up, it may take it or not.
  package mutating func note(returned id: String) {
    guard let photo = photos[id], photo.standing != .mirrored else { return }
    photos[id]?.standing = .uncertain
  }
}
