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
  private func pages(of photos: [ExportedPhoto], address: String? = nil) -> [String: String] {
    var builder = Arrangement.Builder(hasPlaces: true)
    for (index, photo) in photos.enumerated() {
      builder.add(photo, row: Int64(index + 1), thumbnail: (200, 100))
    }
    let arrangement = builder.arranged()
    let site = GallerySite(
      title: "Photos", files: address == nil ? .mirror("../") : .own, arrangement, hasPlaces: true,
      address: address)
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
    let index = SearchIndex(site, arrangement)
    pages += SearchPage.pages(site, index) + (0..<index.partCount).map { index.page($0, captions) }
    pages += [StyleSheet.page, PageScript.page, AtomFeed.page(site, arrangement, latest)]
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
        albums: [album], geo: PhotoGeo(latitude: 1, longitude: 2, locality: text))
    }
    for (path, page) in pages(of: [photo("1"), photo("2")]) where path.hasSuffix(".html") {
      #expect(!page.contains("<script>alert") && !page.contains("<a href=\"x\""), "\(path)")
      #expect(!page.contains("javascript:"), "\(path)")
      #expect(page.ranges(of: "<script").count == page.ranges(of: "<script defer src=").count)
    }
  }

  @Test("Every link leads to a page, a file of the mirror or a web page")
  func links() throws {
    let photos = (1...3).map {
      ExportedPhoto.shown(
        "\($0)", title: "t", takenAt: "202\($0)-04", tags: ["a", "\($0)"],
        geo: PhotoGeo(latitude: 1, longitude: 2, country: "Gabon"))
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

  @Test("The index of the search has the titles, lists and thumbnails of photos as strings")
  func search() throws {
    let text = "</script>\u{2028}\"\\]"
    let photos = (1...2).map {
      ExportedPhoto.shown("\($0)", title: text, takenAt: "1905~", tags: ["sea", "\($0)"])
    }
    let index = try #require(pages(of: photos)["search/1.js"])
    #expect(index.hasPrefix("/* <meta name=\"generator\""))
    #expect(!index.contains("\u{2028}"))
    let start = try #require(index.range(of: "addPhotos("))
    let call = index[start.upperBound...].dropLast(3)
    let value = try JSONDecoder().decode([[SearchValue]].self, from: Data("[\(call)]".utf8))
    #expect(value[0].count == 5, "about 1905, sea, 1, 2, Ada")
    #expect(value[0].contains(.list([.text("years/about-1905"), .text("about 1905")])))
    #expect(value[0].contains(.list([.text(""), .text("1")])))
    let thumbnail = "../../.photomirror/thumbnails/ada/2.png"
    guard case .list(let first) = value[1][0], case .list(let second) = value[1][1] else {
      Issue.record("no photos")
      return
    }
    #expect(first[1] == .text(text.replacing("\u{2028}", with: " ")) && first[0] == .number(2))
    #expect(first[3] == .number(0) && first[4] == .text(thumbnail))
    #expect(second[3] == .number(thumbnail.utf8.count - 5) && second[4] == .text("1.png"))
  }

  @Test("Previews have whole addresses if the gallery's is known, and none otherwise")
  func preview() throws {
    let photo = ExportedPhoto.shown("a b", title: "Sea \"1\"", about: "Two\n<b>lines</b>")
    let shown = pages(of: [photo], address: "https://a.example/site")
    let page = try #require(shown["photos/0/1.html"])
    for text in [
      "property=\"og:title\" content=\"Sea &quot;1&quot;\"",
      "property=\"og:description\" content=\"Two lines\"",
      "property=\"og:url\" content=\"https://a.example/site/photos/0/1.html\"",
      "property=\"og:image\" content=\"https://a.example/site/files/ada/a%20b.jpg\"",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let feed = try #require(shown["feed.xml"])
    #expect(feed.contains("<link href=\"https://a.example/site/index.html\"/>"))
    let other = try #require(pages(of: [photo])["photos/0/1.html"])
    #expect(other.contains("og:title") && !other.contains("og:image") && !other.contains("og:url"))
  }

  @Test("A gallery without photos has a first page")
  func empty() {
    let pages = pages(of: [])
    #expect(pages["index.html"]?.contains("There are no photos yet.") == true)
    #expect(
      Set(pages.keys) == [
        "index.html", "gallery.css", "gallery.js", "feed.xml", "search/index.html",
        "search/search.js", "search/1.js",
      ])
  }

  @Test("A title of 60 KB is shortened where many photos are named")
  func long() throws {
    let pages = pages(of: [.shown("1", title: String(repeating: "long ", count: 12_000))])
    #expect(try #require(pages["index.html"]).utf8.count < 6_000)
    #expect(try #require(pages["search/1.js"]).utf8.count < 1_000)
  }
}

/// A value in the index of the search.
private enum SearchValue: Decodable, Equatable {
  case number(Int)
  case text(String)
  indirect case list([SearchValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([SearchValue].self))
    }
  }
}
