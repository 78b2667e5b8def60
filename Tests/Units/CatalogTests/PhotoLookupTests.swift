import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog

@Suite("Lookup of a listing's entry in the catalog")
struct PhotoLookupTests {
  private let directory: TemporaryDirectory
  private let catalog: Catalog

  init() throws {
    directory = try TemporaryDirectory()
    catalog = try Catalog(path: directory.appending("catalog.sqlite"))
  }

  private func photo(_ id: String, site: String? = nil, _ urls: String...) -> Photo {
    Photo(
      id: id, site: site, owner: "o", renditions: urls.map { Rendition(label: "l", url: $0) })
  }

  private func match(
    _ photo: Photo, in source: String
  ) throws -> PhotoMatch {
    let provider = String(source.prefix { $0 != ":" })
    return try PhotoLookup(catalog, provider: provider, source: source).match([photo])[0]
  }

  /// Records the photo as a run of the source does, mirrored from `address` if there is one.
  @discardableResult
  private func note(
    _ photo: Photo, in source: String, address: String? = nil, isMirrored: Bool = true
  ) throws -> Int64 {
    let match = try match(photo, in: source)
    let run = try catalog.beginRun(ofSource: source)
    let record = try #require(
      try catalog.admit(
        [NewPhoto(.init(photo: photo, site: match.site, stem: "o/" + photo.id))], provider: "p",
        source: run
      ).first)
    guard isMirrored else { return record.id }
    try catalog.record([
      MirroredPhoto(
        id: record.id, path: record.stem + ".png", format: "png", width: 1, height: 1, byteCount: 1,
        sha256: "", label: "l", address: address, storedAt: 0)
    ])
    return record.id
  }

  @Test("An entry is the site's photo of its id, whichever provider and source list it")
  func site() throws {
    let id = try note(photo("1", site: "flickr.com", "http://a/1"), in: "flickr:recent")
    let feed = "feed:https://www.flickr.com/services/feeds/photos_public.gne"
    let again = try match(photo("1", site: "flickr.com", "http://b/1"), in: feed)
    #expect(again.record?.id == id && !again.isForeign)
    let evil = try match(
      photo("1", site: "evil.example", "http://b/1"), in: "feed:https://evil.example/"
    )
    #expect(evil.record == nil && evil.site == "evil.example")
    let nameless = try match(photo("1", "http://b/1"), in: "feed:https://evil.example/")
    #expect(nameless.record == nil && nameless.site == "feed")
  }

  @Test(
    "An entry is another photo if two feeds give one id to two addresses",
    arguments: [true, false])
  func conflict(isMirrored: Bool) throws {
    let (ada, mallory) = ("feed:https://host/ada", "feed:https://host/mallory")
    let id = try note(
      photo("1", "http://a/1?t=1"), in: ada, address: "http://a/1?t=1", isMirrored: isMirrored)
    let other = try match(photo("1", "http://m/1"), in: mallory)
    #expect(other.record == nil && other.site == mallory)
    let same = try match(photo("1", "http://a/1?t=2"), in: mallory)
    #expect(same.record?.id == id && same.isForeign)
    let own = try note(photo("1", "http://m/1"), in: mallory)
    #expect(own != id)
    #expect(try match(photo("1", "http://a/1"), in: mallory).record?.id == own)
    #expect(try match(photo("1", "http://new/1"), in: ada).record?.id == id)
  }

  @Test("An entry is one photo in all sources of a provider whose sources are not addresses")
  func namedSources() throws {
    let id = try note(photo("1", "http://a/1"), in: "site:recent")
    let match = try match(photo("1"), in: "site:user/1")
    #expect(match.record?.id == id && !match.isForeign)
  }
}
