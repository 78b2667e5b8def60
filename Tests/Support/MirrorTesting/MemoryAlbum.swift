import MirrorCore
import ProviderKit

/// An album that a ``MemoryStore`` knows.
struct MemoryAlbum: Sendable {
  var album: Album
  var isComplete = false
  /// The number of the current reading.
  var reading = 0
  /// The place up to which the reading has come without a gap.
  var readTo: Int?
  /// By photo: its place, and the last reading that contained it.
  var members: [Int64: (position: Int, reading: Int)] = [:]
}

extension MemoryStore {
  mutating func note(_ admission: AlbumAdmission, isWhole: Bool) {
    let part = admission.part
    var album = part.album
    album.site = admission.site
    let index =
      albums.firstIndex { $0.album.site == album.site && $0.album.id == album.id } ?? albums.count
    if index == albums.count { albums.append(MemoryAlbum(album: album)) }
    var known = albums[index]
    known.album = album
    if part.start == 0 { (known.reading, known.readTo) = (known.reading + 1, 0) }
    let end = part.next ?? part.start + admission.members.count
    known.readTo = known.readTo.flatMap { isWhole && $0 >= part.start ? max($0, end) : nil }
    for (place, member) in admission.members.enumerated() {
      guard let photo = row(member.key, member.site)?.id else { continue }
      let now = (position: part.start + place, reading: known.reading)
      guard let before = known.members[photo], before.reading == known.reading else {
        known.members[photo] = now
        continue
      }
      known.members[photo]?.position = min(before.position, now.position)
    }
    if part.next == nil {
      if known.readTo != nil {
        known.members = known.members.filter { $0.value.reading == known.reading }
        known.isComplete = true
      }
      known.readTo = nil
    }
    albums[index] = known
    areAlbumTagsDue = true
  }

  func record(of album: MemoryAlbum, id: Int64) -> AlbumRecord {
    var known = album.album
    let isCover = { (row: Row) in row.site == known.site && row.photo.id == known.cover }
    if !rows.values.contains(where: isCover) { known.cover = nil }
    return AlbumRecord(id: id, album: known, isComplete: album.isComplete)
  }

  func members(ofAlbum index: Int) -> [AlbumMember] {
    guard albums.indices.contains(index) else { return [] }
    let members = albums[index].members.sorted {
      ($0.value.position, $0.key) < ($1.value.position, $1.key)
    }
    return members.compactMap { id, place in
      rows[id].map { row in
        AlbumMember(
          photo: id, key: row.photo.id, position: place.position,
          path: row.isMirrored ? row.path : nil, title: row.photo.title)
      }
    }
  }
}
