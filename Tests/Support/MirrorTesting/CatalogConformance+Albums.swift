import MirrorCore
import ProviderKit

extension CatalogConformance {
  static let albums = [
    Check(promise: "an album keeps its texts and its photos in order, in this run and later") {
      bench in
      var catalog = try await bench.run()
      let photos = try await bench.read(["3", "1", "2"], in: catalog)
      try await catalog.complete([bench.file(of: photos[0])])
      for _ in 0..<2 {
        let albums = try await catalog.albums(after: 0, limit: 9)
        bench.expect(albums.map(\.album) == [bench.album(site: "site")], "its texts differ")
        bench.expect(albums.first?.isComplete == true, "it is not complete")
        let members = try await bench.members(in: catalog)
        bench.expect(members.map(\.key) == ["3", "1", "2"], "its order is lost")
        bench.expect(members.map(\.position) == [0, 1, 2], "its places are lost")
        bench.expect(members.map(\.photo) == photos.map(\.id), "its photos are others")
        bench.expect(
          members.map(\.path) == [photos[0].stem + ".jpg", nil, nil], "its paths differ")
        bench.expect(members.first?.title == "A title", "a photo's title is lost")
        catalog = try await bench.run()
      }
      let albums = try await catalog.albums(after: 0, limit: 9)
      bench.expect(
        try await catalog.albums(after: albums[0].id, limit: 9).isEmpty, "a batch repeats")
      let first = try await catalog.members(ofAlbum: albums[0].id, after: nil, limit: 2)
      let rest = try await catalog.members(ofAlbum: albums[0].id, after: first.last, limit: 2)
      bench.expect(rest.map(\.key) == ["2"], "the second batch of photos is wrong")
    },
    Check(promise: "the site and id of an album are its identity, and its texts follow the site") {
      bench in
      let catalog = try await bench.run()
      _ = try await bench.read(["1"], in: catalog)
      var other = bench.album()
      other.title = "Another"
      _ = try await bench.read(["1"], of: other, in: catalog)
      _ = try await bench.read(["1"], of: other, site: "elsewhere", in: catalog)
      let albums = try await catalog.albums(after: 0, limit: 9)
      bench.expect(albums.map(\.album.title) == ["Another", "Another"], "titles differ")
      bench.expect(albums.map(\.album.site) == ["site", "elsewhere"], "albums are mixed up")
    },
    Check(promise: "photos that a complete reading of an album does not contain leave it") {
      bench in
      let catalog = try await bench.run()
      _ = try await bench.read(["1", "2", "3"], in: catalog)
      _ = try await bench.read(["3", "1"], in: catalog)
      bench.expect(try await bench.members(in: catalog).map(\.key) == ["3", "1"], "2 is there")
      bench.expect(try await bench.record("2", in: catalog) != nil, "the photo itself is lost")
      _ = try await bench.read([], in: catalog)
      bench.expect(try await bench.members(in: catalog).isEmpty, "an empty album has photos")
    },
    Check(promise: "an incomplete reading of an album removes no photo") { bench in
      let catalog = try await bench.run()
      _ = try await bench.read(["1", "2", "3"], in: catalog)
      func all() async throws -> Set<String> {
        Set(try await bench.members(in: catalog).map(\.key))
      }
      _ = try await bench.read(["1"], next: 1, in: catalog)
      bench.expect(try await all() == ["1", "2", "3"], "before its end")
      _ = try await bench.read(["3"], start: 2, in: catalog)
      bench.expect(try await all() == ["1", "2", "3"], "with a gap")
      _ = try await bench.read(["1"], refused: 1, in: catalog)
      bench.expect(try await all() == ["1", "2", "3"], "with an invalid entry")
    },
    Check(promise: "the parts of an album are one reading, also if a part is admitted again") {
      bench in
      var catalog = try await bench.run()
      _ = try await bench.read(["1", "2", "3", "4"], in: catalog)
      _ = try await bench.read(["4", "2"], next: 2, in: catalog)
      catalog = try await bench.run()
      for _ in 0..<2 { _ = try await bench.read(["1"], start: 2, next: 4, in: catalog) }
      _ = try await bench.read(["4", "5"], start: 4, in: catalog)
      let members = try await bench.members(in: catalog)
      bench.expect(members.map(\.key) == ["4", "2", "1", "5"], "the members differ")
      bench.expect(members.map(\.position) == [0, 1, 2, 5], "the places differ")
    },
    Check(promise: "sidecars of mirrored photos are due until they have their albums' titles") {
      bench in
      var catalog = try await bench.run()
      let photos = try await bench.read(["1", "2"], in: catalog)
      bench.expect(try await bench.tags(in: catalog) == [], "a photo that is not mirrored")
      try await catalog.complete(photos.map { bench.file(of: $0) })
      let due = photos.map {
        DueAlbumTags(id: $0.id, path: $0.stem + ".jpg", before: [], after: ["Summer"])
      }
      bench.expect(try await bench.tags(in: catalog) == due, "what is due differs")
      let rest = try await catalog.dueAlbumTags(after: photos[0].id, limit: 1)
      bench.expect(rest?.due.map(\.id) == [photos[1].id], "a batch repeats")
      try await catalog.noteAlbumTags(Dictionary(due.map { ($0.id, $0.after) }) { $1 })
      catalog = try await bench.run()
      bench.expect(try await bench.tags(in: catalog) == [], "they stay due")
      bench.expect(try await catalog.albumTags(of: photos[0].id) == ["Summer"], "titles are lost")
      var renamed = bench.album()
      renamed.title = "Winter"
      _ = try await catalog.beginPass(isLimited: false)
      _ = try await bench.read(["2"], of: renamed, in: catalog)
      let unlisted = try await bench.tags(in: catalog)
      bench.expect(unlisted.map(\.after) == [["Winter"]], "an unlisted photo loses an album")
      try await bench.list([photos[0]], in: catalog)
      let changed = try await bench.tags(in: catalog)
      bench.expect(changed.map(\.before) == [["Summer"], ["Summer"]], "the earlier titles")
      bench.expect(changed.map(\.after) == [[], ["Winter"]], "the new titles")
      try await catalog.noteAlbumTags(Dictionary(changed.map { ($0.id, $0.after) }) { $1 })
      bench.expect(try await bench.tags(in: catalog) == [], "renamed titles stay due")
    },
    Check(promise: "nothing is due once all was compared, until a photo of an album is stored") {
      bench in
      let catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let photos = try await bench.read(["1"], in: catalog)
      try await catalog.endAlbumTags()
      bench.expect(try await catalog.dueAlbumTags(after: 0, limit: 9) == nil, "all is compared")
      try await catalog.complete(photos.map { bench.file(of: $0) })
      bench.expect(try await bench.tags(in: catalog).map(\.after) == [["Summer"]], "a stored photo")
      try await catalog.noteAlbumTags([photos[0].id: ["Summer"]])
      try await catalog.endAlbumTags()
      bench.expect(try await catalog.dueAlbumTags(after: 0, limit: 9) == nil, "it is compared")
      _ = try await bench.read(["1"], in: catalog)
      bench.expect(try await catalog.dueAlbumTags(after: 0, limit: 9) != nil, "albums are read")
    },
    Check(promise: "a new sidecar gets its albums again, and a departed photo keeps those it has") {
      bench in
      let catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let photos = try await bench.read(["1", "2"], in: catalog)
      try await catalog.complete(photos.map { bench.file(of: $0) })
      try await catalog.noteAlbumTags([photos[0].id: ["Summer"], photos[1].id: ["Summer", "Old"]])
      try await catalog.noteNewSidecars([photos[0].id])
      try await catalog.complete([bench.file(of: photos[1])])
      let due = try await bench.tags(in: catalog)
      bench.expect(due.map(\.before) == [[], ["Old"]], "a new sidecar's earlier titles")
      bench.expect(due.map(\.after) == [["Summer"], ["Summer"]], "a new sidecar's titles")
      let departure = Departure(.gone, since: 1, reason: "it is gone")
      try await catalog.depart([photos[1].id: departure])
      bench.expect(
        try await bench.tags(in: catalog).map(\.id) == [photos[0].id], "a departed photo is due")
    },
  ]
}

extension Bench {
  func album(site: String? = nil) -> Album {
    Album(
      id: "7", site: site, owner: "ada", title: "Summer", about: "Words, <b>some</b>", cover: "1",
      position: 2)
  }

  /// Admits photos as wanted, which are a part of an album.
  func read(
    _ ids: [String], start: Int = 0, next: Int? = nil, of album: Album? = nil,
    site: String = "site", refused: Int = 0, in catalog: any TaskCatalog
  ) async throws -> [PhotoRecord] {
    var page = PageAdmission()
    page.wanted = ids.enumerated().map {
      .init(photo: photo($1), site: "site", stem: "o/\($1)", index: $0)
    }
    page.refused = refused
    page.album = AlbumAdmission(
      part: AlbumPart(album: album ?? self.album(), start: start, next: next), site: site,
      members: ids.map { .init(site: "site", key: $0) })
    return try await catalog.admit(page)
  }

  func tags(in catalog: any TaskCatalog) async throws -> [DueAlbumTags] {
    try await catalog.dueAlbumTags(after: 0, limit: 9)?.due ?? []
  }

  /// The photos of the first album.
  func members(in catalog: any TaskCatalog) async throws -> [AlbumMember] {
    guard let album = try await catalog.albums(after: 0, limit: 1).first else { return [] }
    return try await catalog.members(ofAlbum: album.id, after: nil, limit: 99)
  }
}
