import ProviderKit
import WebText

/// What a selector names.
enum ArchiveSource {
  case item(String)
  case search(String)

  /// - Throws: ``ProviderFailure`` with `.source`.
  init(_ query: PageQuery) throws {
    let parts = query.selector.split(separator: "/", omittingEmptySubsequences: false).map(
      String.init)
    let terms = query.parameters["q"] ?? ""
    switch (parts.first, parts.count) {
    case ("item", 2) where Self.isItem(parts[1]) && query.parameters.isEmpty: self = .item(parts[1])
    case ("collection", 2) where Self.isItem(parts[1]) && query.parameters.isEmpty:
      self = .search("collection:(\(parts[1])) AND mediatype:(image)")
    case ("search", 1) where !terms.isEmpty && query.parameters.count == 1: self = .search(terms)
    default:
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is no item, collection or search",
        hint: "write archive:item/ID, archive:collection/ID or archive:search?q=QUERY")
    }
  }

  static func isItem(_ name: String) -> Bool {
    name.isName(within: 100) && name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_.-]*/) != nil
  }
}

/// An item with its files.
struct ArchiveItem {
  private static let pictures = PictureFile.endings.union(["jp2", "bmp"])

  private let item: JSONValue
  private let metadata: JSONValue
  private let id: String
  private let site: String

  /// - Throws: ``ProviderFailure`` with `.source` if the archive does not show it.
  init(_ answer: Answer, site: String) throws {
    item = try Self.object(answer)
    metadata = item["metadata"]
    self.site = site
    guard item["is_dark"].bool != true, item != .object([:]) else {
      throw ProviderFailure(.source, "the archive has no such item, or does not show it")
    }
    guard let id = metadata["identifier"].string, ArchiveSource.isItem(id),
      case .array = item["files"]
    else { throw ProviderFailure(.malformed, "the item has no files") }
    self.id = id
  }

  static func object(_ answer: Answer) throws -> JSONValue {
    guard (200...299).contains(answer.status) else {
      throw ProviderFailure(
        .source, "the archive answers with HTTP status \(answer.status)", code: answer.status)
    }
    let value = try JSONValue(parsing: answer.body)
    guard case .object = value else { throw ProviderFailure(.malformed, "the answer is no object") }
    return value
  }

  func add(to page: inout Page) {
    for file in item["files"].array where file["source"].string == "original" {
      guard let name = file["name"].string, !name.isEmpty, !Self.isOwn(name) else { continue }
      guard Self.pictures.contains(name.split(separator: ".").last?.lowercased() ?? "") else {
        continue
      }
      page.photos.append(photo(name, file))
    }
  }

  /// A file that the archive has made.
  private static func isOwn(_ name: String) -> Bool {
    name.hasSuffix("_thumb.jpg") || name == "__ia_thumb.jpg"
  }

  private func photo(_ name: String, _ file: JSONValue) -> Photo {
    let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? name
    let date = text("date")
    var photo = Photo(
      id: Self.identity("\(id)/\(name)"), site: Photo.site(of: site), owner: owner,
      ownerName: text("creator"),
      title: [text("title"), stem].compactMap(\.self).joined(separator: ", "),
      about: description,
      pageURL: "https://archive.org/details/\(id)", takenAt: date.flatMap(moment),
      uploadedAt: file["mtime"].string.flatMap { Int64($0) }, tags: subjects)
    photo.license = license
    photo.renditions = [
      Rendition(
        label: "Original", url: "\(site)/download/\(id)/\(name.percentEncoded(keeping: "/"))",
        width: file["width"].int, height: file["height"].int,
        byteCount: file["size"].string.flatMap { Int64($0) }, isOriginal: true,
        digests: digests(file))
    ]
    return photo
  }

  /// Both are of the original.
  private func digests(_ file: JSONValue) -> [Rendition.Digest] {
    [("sha1", .sha1), ("md5", .md5)].compactMap { name, algorithm in
      file[name].string.map { Rendition.Digest(algorithm, hex: $0.lowercased()) }
    }
  }

  /// A member is a text or a list of texts.
  private func text(_ name: String) -> String? {
    metadata[name].string ?? metadata[name].array.first?.string
  }

  private var subjects: [String] {
    let texts =
      metadata["subject"].string.map { [$0] } ?? metadata["subject"].array.compactMap(\.string)
    return texts.flatMap { $0.split(separator: ";") }
      .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }.map(String.init)
  }

  /// The uploader, or the item if that is a mail address, which is nobody else's business.
  private var owner: String {
    text("uploader").flatMap { $0.isEmpty || $0.contains("@") ? nil : $0 } ?? id
  }

  /// The paragraphs, which may be HTML.
  private var description: String? {
    let texts =
      metadata["description"].string.map { [$0] }
      ?? metadata["description"].array.compactMap(\.string)
    return texts.isEmpty ? nil : texts.map { HTMLText.of(html: $0) }.joined(separator: "\n")
  }

  private var license: License? {
    License(statedAs: text("rights").map { HTMLText.of(html: $0) }, at: text("licenseurl"))
  }

  private func moment(_ date: String) -> String? {
    Photo.takenAt(from: date) ?? Photo.takenAt(from: date + " 00:00:00")
      ?? Photo.takenAt(from: date, to: date.utf8.count == 7 ? .month : .year)
  }

  /// Names of files may be longer than ids.
  private static func identity(_ name: String) -> String {
    let clean = name.cleaned(to: .max)
    guard clean.utf8.count > JointLimits.name else { return clean }
    return clean.cut(to: JointLimits.name - 20) + "~" + fingerprint(of: name.utf8)
  }
}
