import MirrorCore
import ProviderKit

/// The albums that a photo's sidecar has, in a ``MemoryStore``.
struct MemoryAlbumTags: Sendable {
  var titles: [String]
  var isDue = false
}

extension MemoryCatalog {
  package func dueAlbumTags(after: Int64, limit: Int) throws(MirrorError) -> AlbumTagBatch? {
    let (source, pass) = (source.id, pass)
    return try with { store in
      guard after > 0 || store.areAlbumTagsDue || store.albumTags.values.contains(where: \.isDue)
      else { return nil }
      let members = store.albums.flatMap(\.members.keys)
      let ids = Set(members + store.albumTags.keys).filter { $0 > after }.sorted().prefix(limit)
      guard let last = ids.last else { return nil }
      let due: [DueAlbumTags] = ids.compactMap { id in
        guard let row = store.rows[id], row.isMirrored, row.departure == nil else { return nil }
        let albums = store.albums.filter { $0.members[id] != nil && !$0.album.title.isEmpty }
        let written = store.albumTags[id] ?? MemoryAlbumTags(titles: [])
        let isListed = pass != nil && store.lastPasses[source]?[id] == pass
        let titles = Set(albums.map(\.album.title) + (isListed ? [] : written.titles)).sorted()
        guard titles != written.titles || written.isDue else { return nil }
        let before = written.titles.filter { !written.isDue || !titles.contains($0) }
        return DueAlbumTags(id: id, path: row.path ?? "", before: before, after: titles)
      }
      return AlbumTagBatch(last: last, due: due)
    }
  }

  package func albumTags(of id: Int64) throws(MirrorError) -> [String] {
    try with { $0.albumTags[id]?.titles ?? [] }
  }

  package func noteAlbumTags(_ titles: [Int64: [String]]) throws(MirrorError) {
    try with { store in
      for (id, titles) in titles {
        store.albumTags[id] = titles.isEmpty ? nil : MemoryAlbumTags(titles: titles)
      }
    }
  }

  package func endAlbumTags() throws(MirrorError) { try with { $0.areAlbumTagsDue = false } }

  package func noteNewSidecars(_ ids: [Int64]) throws(MirrorError) {
    try with { store in
      for id in ids
      where store.albumTags[id] != nil || store.albums.contains(where: { $0.members[id] != nil }) {
        store.albumTags[id, default: MemoryAlbumTags(titles: [])].isDue = true
      }
    }
  }
}
