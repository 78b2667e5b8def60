import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Gallery

@Suite("The pages of a gallery")
struct PagesTests {
  private static let hostile =
    #"</title></script><script>alert(1)</script><a href="x" onclick='y'>"#

  /// Every page of a gallery of these photos.
  private func pages(of photos: [ExportedPhoto]) -> [String: String] {
    var builder = Arrangement.Builder()
    for (index, photo) in photos.enumerated() {
      builder.add(photo, row: Int64(index + 1), thumbnail: (200, 100))
    }
    let arrangement = builder.arranged()
    let site = GallerySite(title: "Photos", files: .mirror("../"), arrangement)
    var captions: [Int64: PhotoCaption] = [:]
    var pages: [GalleryPage] = []
    for (index, photo) in photos.enumerated() {
      let row = Int64(index + 1)
      captions[row] = PhotoCaption(
        title: photo.photo.title, ownerName: photo.photo.ownerName, media: nil, path: photo.path,
        thumbnail: photo.thumbnail)
      let files = PhotoPage.Files(hasPicture: true, hasThumbnail: true)
      let place = arrangement.place(ofRow: row) ?? 0
      pages.append(PhotoPage(site, arrangement, photo, place: place, files).page)
    }
    pages.append(ListPages(site, arrangement, arrangement.all, nil).page(0, captions))
    for (kind, list) in arrangement.shownLists {
      pages.append(ListPages(site, arrangement, list, kind).page(0, captions))
    }
    for kind in site.kinds {
      pages.append(NamePages(site, arrangement, kind).page(0, captions))
    }
    let latest = arrangement.latest.map { place in
      (place: Int(place), photo: photos[Int(arrangement.entries[Int(place)].row) - 1])
    }
    pages += [StyleSheet.page, AtomFeed.page(site, arrangement, latest)]
    return Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.text) })
  }

  @Test("Texts of a site stay text on every page")
  func hostile() {
    let text = Self.hostile
    let album = ExportedPhoto.Membership(album: text, title: text, position: 0)
    let photo = { (id: String) in
      ExportedPhoto.shown(
        id, title: text, about: text + "<b>", tags: [text, "<i>"],
        license: License(name: text, url: "javascript:alert(1)"), page: "javascript:alert(2)",
        albums: [album])
    }
    for (path, page) in pages(of: [photo("1"), photo("2")]) where path.hasSuffix(".html") {
      #expect(!page.contains("<script>alert") && !page.contains("<a href=\"x\""), "\(path)")
      #expect(!page.contains("javascript:"), "\(path)")
      #expect(page.ranges(of: "<script").count <= 1, "\(path)")
    }
  }

  @Test("Every link leads to a page, a file of the mirror or a web page")
  func links() throws {
    let photos = (1...3).map {
      ExportedPhoto.shown("\($0)", title: "t", takenAt: "202\($0)", tags: ["a", "\($0)"])
    }
    let pages = pages(of: photos)
    let base = try #require(URL(string: "http://h/m/gallery/"))
    for (path, page) in pages where path.hasSuffix(".html") {
      let from = try #require(URL(string: path, relativeTo: base))
      for match in page.matches(of: /(?:href|src)="([^"#]*)#?[^"]*"/) {
        let link = String(match.1)
        guard !link.isEmpty, !link.hasPrefix("https://"), !link.hasPrefix("data:") else { continue }
        let target = try #require(URL(string: link, relativeTo: from)).path()
        let isPage = target.hasPrefix("/m/gallery/") && pages[String(target.dropFirst(11))] != nil
        #expect(
          isPage || target.hasPrefix("/m/ada/") || target.hasPrefix("/m/.photomirror/"),
          "\(path): \(target)")
      }
    }
  }

  @Test("A photo's page has its credit, and a photo without a title still has a name")
  func credit() throws {
    let license = License(name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/")
    let page = try #require(
      pages(of: [.shown("1", license: license, page: "https://a.example/1")])["photos/0/1.html"])
    #expect(
      page.contains(
        "<cite dir=\"auto\"><a rel=\"noreferrer\" href=\"https://a.example/1\">Untitled</a></cite> by "
          + "<bdi>Ada</bdi> (<a rel=\"license noreferrer\" "
          + "href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY 4.0</a>)"))
    #expect(page.contains("alt=\"Untitled by Ada\""))
  }

  @Test("The feed is well-formed XML with an entry for each photo")
  func feed() throws {
    let feed = try #require(
      pages(of: [.shown("1", title: Self.hostile), .shown("2", title: "\u{8}é")])["feed.xml"])
    #expect(feed.ranges(of: "<entry>").count == 2)
    #expect(feed.ranges(of: /<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-/).count == 3)
    #expect(!feed.contains("<script>") && !feed.contains("\u{8}"))
  }

  @Test("A gallery without photos has a first page")
  func empty() {
    let pages = pages(of: [])
    #expect(pages["index.html"]?.contains("There are no photos yet.") == true)
    #expect(Set(pages.keys) == ["index.html", "gallery.css", "feed.xml"])
  }

  @Test("A title of 60 KB is shortened where many photos are named")
  func long() throws {
    let pages = pages(of: [.shown("1", title: String(repeating: "long ", count: 12_000))])
    let first = try #require(pages["index.html"])
    #expect(first.utf8.count < 5_000)
  }
}
