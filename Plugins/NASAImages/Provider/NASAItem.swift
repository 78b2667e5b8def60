import Foundation
import ProviderKit
import WebText

/// An entry of a listing.
struct NASAItem {
  private let item: JSONValue
  private let data: JSONValue
  private let id: String
  private let site: String?

  init?(_ item: JSONValue, site: String?) {
    let data = item["data"].array.first ?? .null
    guard let id = data["nasa_id"].string, NASASource.isID(id) else { return nil }
    (self.item, self.data, self.id, self.site) = (item, data, id, site)
  }

  func add(to page: inout Page) {
    let kind = data["media_type"].string ?? "entry"
    guard kind == "image" else {
      page.skipped.append(
        SkippedEntry(
          id: id, kind: kind == "audio" ? "sound" : kind, reason: "only pictures are mirrored"))
      return
    }
    page.photos.append(photo)
  }

  private var photo: Photo {
    let maker = data["photographer"].string ?? data["secondary_creator"].string
    let date = data["date_created"].string ?? ""
    var photo = Photo(
      id: id, site: site, owner: data["center"].string?.cleaned(to: JointLimits.name) ?? "",
      ownerName: maker ?? data["center"].string, title: data["title"].string ?? "",
      about: data["description"].string,
      pageURL: "https://images.nasa.gov/details/\(id.percentEncoded())",
      takenAt: takenAt(date), tags: keywords)
    photo.license = Self.terms
    let files = NASAFile.renditions(item["links"].array)
    // Older entries name a preview only; the others are asked for.
    if files.contains(where: \.isOriginal) { photo.renditions = files }
    return photo
  }

  /// Some entries have one text with commas for a list.
  private var keywords: [String] {
    data["keywords"].array.compactMap(\.string).flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The site writes midnight where it knows the day only.
  private func takenAt(_ date: String) -> String? {
    Photo.takenAt(from: String(date.prefix(19)))
  }

  /// NASA's terms hold for all of them; a few belong to others, as their descriptions say.
  private static let terms = License(
    name: "NASA media usage guidelines",
    url: "https://www.nasa.gov/nasa-brand-center/images-and-media/")
}

/// One of the files of a picture, `ID~large.jpg`.
enum NASAFile {
  private static let labels = [
    ("thumb", "Thumb"), ("small", "Small"), ("medium", "Medium"), ("large", "Large"),
    ("orig", "Original"),
  ]

  /// The files, smallest first; the kind of the original differs from entry to entry.
  static func renditions(_ files: [JSONValue]) -> [Rendition] {
    labels.flatMap { suffix, label -> [Rendition] in
      let matches = files.compactMap { file -> Rendition? in
        guard let address = file["href"].string.map(address), address.isWebAddress else {
          return nil
        }
        let name = address.split(separator: "/").last ?? ""
        guard address.isPictureAddress, let dot = name.lastIndex(of: "."),
          name[..<dot].hasSuffix("~\(suffix)")
        else { return nil }
        return Rendition(
          label: label, url: address, width: file["width"].int, height: file["height"].int,
          isOriginal: suffix == "orig")
      }
      return Array(matches.prefix(1))
    }
  }

  /// The site writes its own addresses without TLS, and with spaces.
  private static func address(_ text: String) -> String {
    let encoded = text.resolved(against: nil)
    let isOwn = encoded.prefixMatch(of: /http:\/\/[a-z-]+\.nasa\.gov\//) != nil
    return isOwn ? "https" + encoded.dropFirst(4) : encoded
  }
}
