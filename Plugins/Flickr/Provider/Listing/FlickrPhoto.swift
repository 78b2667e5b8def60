import ProviderKit
import WebText

/// An entry of a listing.
struct FlickrPhoto {
  private let entry: JSONValue
  private let album: Owner

  /// - Parameter album: Entries of an album do not name their owner, the album does.
  init(_ entry: JSONValue, in album: Owner = Owner()) { (self.entry, self.album) = (entry, album) }

  /// The account that a listing names, for all its entries.
  struct Owner {
    var id: String?
    var name: String?
  }

  /// The result of parsing an entry.
  enum Reading {
    case photo(Photo)
    case skipped(SkippedEntry)
    /// Why it was refused; nil if the entry has no id.
    case refused(String?)
  }

  func reading() -> Reading {
    guard let id = entry["id"].string, !id.isEmpty else { return .refused(nil) }
    guard entry["media"].string == "video" else { return .photo(photo(id: id)) }
    switch entry["media_status"].string {
    case "pending", "processing":
      return .skipped(
        SkippedEntry(
          id: id, kind: "video", reason: "Flickr is still processing it; a later run fetches it"))
    case "failed":
      return .skipped(SkippedEntry(id: id, kind: "video", reason: "Flickr could not process it"))
    default:
      // The addresses in a video's listing are those of stills; its streams need a call.
      var video = photo(id: id)
      (video.media, video.sizeLimit) = (.video, nil)
      for index in video.renditions.indices {
        video.renditions[index].media = .photo
        video.renditions[index].isOriginal = false
      }
      return .photo(video)
    }
  }

  private func photo(id: String) -> Photo {
    var photo = Photo(id: id, owner: owner, title: entry["title"].string ?? "")
    photo.ownerName = ownerName
    photo.about = nonEmpty("description")
    photo.pageURL = pageURL(id: id)
    photo.takenAt = takenAt
    photo.uploadedAt = entry["dateupload"].int.map(Int64.init)
    let tags = entry["tags"].string?.utf8.split(separator: UInt8(ascii: " "))
    photo.tags = tags?.map { String(Substring($0)) } ?? []
    photo.license = entry["license"].string.flatMap(License.init(flickr:))
    (photo.latitude, photo.longitude) = place
    photo.privacy = privacy
    photo.updatedAt = entry["lastupdate"].int.map(Int64.init)
    photo.renditions = FlickrSize.all.compactMap { $0.rendition(in: entry) }
    photo.sizeLimit = FlickrSize.limit(of: photo.renditions, in: entry)
    return photo
  }

  /// Nil where Flickr does not say.
  private var privacy: Privacy? {
    guard let isPublic = entry["ispublic"].bool else { return nil }
    if isPublic { return .public }
    switch (entry["isfriend"].bool ?? false, entry["isfamily"].bool ?? false) {
    case (true, true): return .friendsAndFamily
    case (true, false): return .friends
    case (false, true): return .family
    case (false, false): return .private
    }
  }

  private func nonEmpty(_ name: String) -> String? {
    entry[name].string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var owner: String { nonEmpty("owner") ?? album.id ?? "" }

  private var ownerName: String? {
    nonEmpty("ownername") ?? (nonEmpty("owner") == nil ? album.name : nil)
  }

  private func pageURL(id: String) -> String? {
    let account = nonEmpty("pathalias") ?? nonEmpty("path_alias") ?? owner
    guard !account.isEmpty, (account + id).utf8.allSatisfy(isPathByte) else { return nil }
    return "https://www.flickr.com/photos/\(account)/\(id)/"
  }

  private var takenAt: String? {
    guard entry["datetakenunknown"].bool != true else { return nil }
    return entry["datetaken"].string.flatMap { Photo.takenAt(from: $0, to: precision) }
  }

  /// https://www.flickr.com/services/api/misc.dates.html
  private var precision: Photo.DatePrecision {
    switch entry["datetakengranularity"].int {
    case 4: .month
    case 6: .year
    case 8: .aboutYear
    default: .second
    }
  }

  /// Accuracy 0 means no place; the coordinates are then 0, 0.
  private var place: (Double?, Double?) {
    guard entry["accuracy"].int != 0, let latitude = entry["latitude"].double,
      let longitude = entry["longitude"].double, latitude != 0 || longitude != 0
    else { return (nil, nil) }
    return (latitude, longitude)
  }
}

/// Characters that need no encoding in a path, with the `@` of an NSID (RFC 3986, section 3.3).
private func isPathByte(_ byte: UInt8) -> Bool {
  PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "@")
}
