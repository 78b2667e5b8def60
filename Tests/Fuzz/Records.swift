import BlueskyProvider
import CommonsProvider
import Foundation
import InternetArchiveProvider
import MastodonProvider
import ProviderKit

@testable import Configuration
@testable import MirrorCore
@testable import ObjectStorage
@testable import URLLists
@testable import WebDAV

/// The parsers of configurations, stores' answers, work units, lists, and the answers of sites. Each returns
/// whether the input is worth keeping.
enum Records {
  /// A configuration file.
  static func toml(_ bytes: [UInt8]) -> Bool {
    guard let file = try? ConfigurationFile(bytes, path: "/c", home: "/h") else { return true }
    precondition(file.problems.allSatisfy { $0.line > 0 })
    return true
  }

  /// The XML of a store's answer: a list, or an error.
  static func store(_ bytes: [UInt8]) -> Bool {
    for entry in WebDAVListing.entries(bytes) ?? [] {
      guard let name = WebDAVListing.name(of: entry, in: Array("/a".utf8)) else { continue }
      precondition(name.isEmpty || !name.contains("/") && name != "..", "a name that no file has")
    }
    guard let document = AnswerDocument(bytes) else { return true }
    for name in ["Code", "Message", "Region", "UploadId", "NextPartNumberMarker"] {
      _ = document.root[name]
    }
    _ = document.root.all("Part").compactMap { $0["ETag"] }
    for prefix in ["", "a"] {
      guard let location = BucketAddress("s3://photos/\(prefix)"),
        let part = StoreClient.ListPart(bytes, in: location, limit: 1000)
      else { continue }
      let keys = part.objects.map(\.key)
      if StoreListing.isAscending(keys, after: nil) {
        precondition(Set(keys).count == keys.count, "a key is listed twice")
      }
    }
    return true
  }

  /// A line that describes a work unit: what it accepts, it writes and accepts again.
  static func unit(_ bytes: [UInt8]) -> Bool {
    guard let unit = try? WorkUnit(line: bytes) else { return true }
    guard let line = try? JSONEncoder().encode(unit) else { return true }
    precondition((try? WorkUnit(line: Array(line))) == unit, "a unit that cannot be written")
    return true
  }

  /// The file of a list: the first byte chooses its kind. Its parts have each record once.
  static func list(_ bytes: [UInt8]) -> Bool {
    guard let kind = bytes.first else { return false }
    let path = Parsers.folder + "/list." + ["txt", "csv", "tsv", "jsonl"][Int(kind % 4)]
    try? Data(bytes.dropFirst()).write(to: URL(filePath: path))
    var query = PageQuery(selector: path)
    var next: Int64? = 0
    while let offset = next {
      guard let part = try? ListPart.read(path, at: offset) else { return true }
      precondition(part.start == offset && part.next.map { $0 > offset } ?? true)
      let answer = Answer(
        headers: ListAnswer(part).headers, body: String(decoding: part.bytes, as: UTF8.self))
      guard let page = try? URLListProvider().page(from: answer, for: query) else { return true }
      precondition((try? page.checked()) != nil, "a page that the host refuses")
      (next, query.cursor) = (part.next, page.next)
    }
    return true
  }

  /// The answer of a site: the first byte chooses the site. What a module accepts, the host accepts.
  static func site(_ bytes: [UInt8]) -> Bool {
    guard let kind = bytes.first else { return false }
    let (provider, selectors) = sites[Int(kind) % sites.count]
    let answer = Answer(body: String(decoding: bytes.dropFirst(), as: UTF8.self))
    for selector in selectors {
      let query = PageQuery(selector: selector, resolved: "109")
      _ = try? provider.resolution(from: answer, for: query)
      guard let page = try? provider.page(from: answer, for: query) else { continue }
      _ = try? page.checked()
      for photo in page.photos.prefix(3) {
        _ = try? provider.renditions(from: answer, for: PhotoQuery(photo: photo))
      }
    }
    return true
  }

  private static let sites: [(any PhotoProvider, [String])] = [
    (MastodonProvider(), ["ada@a.example", "tag/cats@a.example"]),
    (BlueskyProvider(), ["ada.example"]),
    (CommonsProvider(), ["category/Cats", "user/Ada", "search/cats"]),
    (InternetArchiveProvider(), ["item/cats", "collection/cats"]),
  ]
}
