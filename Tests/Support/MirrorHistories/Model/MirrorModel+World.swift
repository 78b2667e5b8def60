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
    case .show: (photo.isListed, photo.isThere, photo.isKept) = (true, true, false)
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

  /// Whether a file is that of another photo.
  package func hasOther(than id: String, _ entry: PlaceFacts.Entry) -> Bool {
    guard case .file(let digest) = entry else { return false }
    return photos.contains { $0.key != id && $0.value.served[digest] != nil }
  }

  /// A file is damaged, and may look like an edit: the owner wrote to it before, or it was another photo's, and has
  /// another size.
  package mutating func note(damaged entry: PlaceFacts.Entry, of id: String) {
    guard case .file(let digest) = entry, photos[id]?.served[digest] == nil,
      !hasOther(than: id, entry)
    else { return }
    photos[id]?.likeEdits.insert(digest)
  }

  /// The owner put a photo's file back under its name. If the mirror had given it up, it may take it or not.
  package mutating func note(returned id: String) {
    guard let photo = photos[id], photo.standing != .mirrored else { return }
    photos[id]?.standing = .uncertain
  }
}
