import ProviderKit
import Testing
import WebFeedProvider

@Suite("Which images of feeds are photos")
struct PictureCorpusTests {
  @Test(
    "Each kind of item lists its photos in their largest size, and nothing else",
    arguments: PictureKind.all)
  func kind(kind: PictureKind) throws {
    #expect(try Self.listed(kind) == kind.addresses.sorted(), "\(kind.name)")
  }

  @Test("Over all kinds, every photo is listed, and every image that is listed is a photo")
  func measures() throws {
    var (photos, listed, right) = (0, 0, 0)
    for kind in PictureKind.all {
      let found = try Self.listed(kind)
      photos += kind.addresses.count
      listed += found.count
      right += kind.addresses.intersection(found).count
    }
    let items = PictureKind.all.count * PictureKind.itemCount
    print(
      "\(items) items of \(PictureKind.all.count) kinds:",
      "precision \(right) of \(listed), recall \(right) of \(photos)")
    #expect(items >= 300 && PictureKind.all.count >= 40)
    #expect(right == listed && right == photos)
  }

  /// The address of each photo's preferred size.
  private static func listed(_ kind: PictureKind) throws -> [String] {
    let query = PageQuery(selector: "http://e.org/feed")
    let page = try WebFeedProvider().page(from: Answer(body: kind.feed), for: query).checked()
    return page.photos.compactMap { photo in
      let largest = photo.renditions.max { ($0.width ?? 0) < ($1.width ?? 0) }
      return (photo.renditions.first(where: \.isOriginal) ?? largest)?.url
    }.sorted()
  }
}
