import ProviderKit

/// A file of the site.
struct CommonsFile {
  private let page: JSONValue
  private let info: JSONValue

  private init(_ page: JSONValue) {
    self.page = page
    info = page["imageinfo"].array.first ?? .null
  }

  /// Each file once, with the answer that describes it.
  static func merged(_ pages: [JSONValue]) -> [CommonsFile] {
    var files: [CommonsFile] = []
    var places: [String: Int] = [:]
    for page in pages {
      let file = CommonsFile(page)
      let name = page["pageid"].string ?? page["title"].string ?? ""
      guard let place = places[name] else {
        places[name] = files.count
        files.append(file)
        continue
      }
      if files[place].info.isNull { files[place] = file }
    }
    return files
  }

  func add(to listing: inout Page) {
    let title = (page["title"].string ?? "").cleaned(to: 200)
    guard let id = page["pageid"].string, id.isName() else {
      listing.refused.append("the file \"\(title)\" has no id")
      return
    }
    let kind = info["mediatype"].string ?? ""
    guard kind == "BITMAP" else {
      let noun = ["VIDEO": "video", "AUDIO": "sound", "DRAWING": "drawing"][kind] ?? "file"
      let isLost = info.isNull || !info["filemissing"].isNull
      listing.skipped.append(
        SkippedEntry(
          id: id, kind: isLost ? "file" : noun,
          reason: isLost ? "the site does not have the file" : "only pictures are mirrored"))
      return
    }
    guard let url = info["url"].string else {
      listing.refused.append("the file \"\(title)\" has no address")
      return
    }
    listing.photos.append(photo(id, url))
  }

  private func photo(_ id: String, _ url: String) -> Photo {
    let title = (page["title"].string ?? "").drop { $0 != ":" }.dropFirst()
    let stem = title.split(separator: ".").dropLast().joined(separator: ".")
    var photo = Photo(
      id: id, site: "commons.wikimedia.org", owner: info["user"].string ?? "",
      ownerName: text("Artist"), title: stem.isEmpty ? String(title) : stem,
      about: extra("ImageDescription"), pageURL: info["descriptionurl"].string,
      takenAt: text("DateTimeOriginal").flatMap(CommonsDate.takenAt),
      uploadedAt: info["timestamp"].string.flatMap(Moment.seconds),
      tags: (extra("Categories") ?? "").split(separator: "|").map(String.init))
    photo.license = text("LicenseShortName").map { License(name: $0, url: extra("LicenseUrl")) }
    photo.latitude = extra("GPSLatitude").flatMap(Double.init)
    photo.longitude = extra("GPSLongitude").flatMap(Double.init)
    photo.renditions = [
      Rendition(
        label: "Original", url: url, width: info["width"].int, height: info["height"].int,
        byteCount: info["size"].int.map(Int64.init),
        digest: info["sha1"].string.map { .init(.sha1, hex: $0) }, isOriginal: true)
    ]
    return photo
  }

  private func extra(_ name: String) -> String? {
    info["extmetadata"][name]["value"].string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A member that may be HTML, as text.
  private func text(_ name: String) -> String? {
    extra(name).map { HTMLText.of(html: $0).cleaned(to: 1000) }
  }
}
