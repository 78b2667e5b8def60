import ProviderKit

/// The calls for a photo's details. Each answers one part or several.
enum FlickrDetails: Hashable {
  /// Info, notes and place, and whether there are comments and people at all.
  case info
  case comments
  case exif
  case people
  case contexts

  /// The first call for the wanted parts; nil if none is wanted. `flickr.photos.getInfo` comes first because its
  /// answer may make others unnecessary.
  init?(for parts: Set<PhotoDetails.Part>) {
    let order: [(FlickrDetails, Set<PhotoDetails.Part>)] = [
      (.info, [.info, .notes, .geo]), (.comments, [.comments]), (.people, [.people]),
      (.exif, [.exif]), (.contexts, [.contexts]),
    ]
    guard let call = order.first(where: { !$0.1.isDisjoint(with: parts) })?.0 else { return nil }
    self = call
  }

  var method: String {
    switch self {
    case .info: "flickr.photos.getInfo"
    case .comments: "flickr.photos.comments.getList"
    case .exif: "flickr.photos.getExif"
    case .people: "flickr.photos.people.getList"
    case .contexts: "flickr.photos.getAllContexts"
    }
  }

  /// The parts in an answer, those without content included.
  /// - Throws: ``ProviderFailure``: Flickr's error, or `.malformed`.
  func details(in answer: Answer) throws(ProviderFailure) -> PhotoDetails {
    let content: JSONValue
    do throws(ProviderFailure) {
      content = try FlickrAnswer(answer, to: .details).content
    } catch {
      // Code 2 of getExif: the owner hides it.
      guard self == .exif, error.code == 2 else { throw error }
      return PhotoDetails(exif: [])
    }
    switch self {
    case .info: return try info(of: content)
    case .comments:
      return PhotoDetails(
        comments: try object(content, "comments")["comment"].array.compactMap(comment))
    case .exif:
      return PhotoDetails(exif: try object(content, "photo")["exif"].array.compactMap(field))
    case .people:
      return PhotoDetails(people: try object(content, "people")["person"].array.compactMap(person))
    case .contexts: return PhotoDetails(contexts: contexts(content))
    }
  }

  private func object(_ answer: JSONValue, _ name: String) throws(ProviderFailure) -> JSONValue {
    guard case .object = answer[name] else {
      throw ProviderFailure(.malformed, "flickr's answer to \(method) has no \(name)")
    }
    return answer[name]
  }

  /// The parts in an answer of `flickr.photos.getInfo`.
  func info(of answer: JSONValue) throws(ProviderFailure) -> PhotoDetails {
    let photo = try object(answer, "photo")
    var details = PhotoDetails(
      info: PhotoInfo(flickr: photo), notes: photo["notes"]["note"].array.compactMap(note),
      geo: PhotoGeo(flickr: photo["location"]))
    if details.info?.comments == 0 { details.comments = [] }
    if photo["people"]["haspeople"].int == 0 { details.people = [] }
    return details
  }

  private func comment(_ entry: JSONValue) -> PhotoComment? {
    guard let id = entry["id"].string else { return nil }
    return PhotoComment(
      id: id, author: entry["author"].string ?? "",
      authorName: entry["authorname"].nonEmpty ?? entry["author_name"].nonEmpty,
      postedAt: entry["datecreate"].int.map(Int64.init), text: entry["_content"].string ?? "",
      pageURL: entry["permalink"].nonEmpty)
  }

  private func field(_ entry: JSONValue) -> ExifField? {
    guard let tag = entry["tag"].nonEmpty, let value = entry["raw"].string else { return nil }
    return ExifField(
      group: entry["tagspace"].string ?? "", tag: tag, label: entry["label"].nonEmpty,
      value: value, text: entry["clean"].nonEmpty)
  }

  private func person(_ entry: JSONValue) -> PersonInPhoto? {
    guard let id = entry["nsid"].nonEmpty else { return nil }
    return PersonInPhoto(
      id: id, name: entry["username"].nonEmpty, realName: entry["realname"].nonEmpty,
      box: PhotoBox(flickr: entry))
  }

  private func note(_ entry: JSONValue) -> NoteOnPhoto? {
    guard let id = entry["id"].nonEmpty else { return nil }
    return NoteOnPhoto(
      id: id, author: entry["author"].string ?? "", authorName: entry["authorname"].nonEmpty,
      text: entry["_content"].string ?? "", box: PhotoBox(flickr: entry))
  }

  /// `{"set": […], "pool": […], "gallery": […]}`, each absent if it is empty.
  private func contexts(_ answer: JSONValue) -> [PhotoContext] {
    let kinds: [(String, PhotoContext.Kind)] = [
      ("set", .album), ("pool", .group), ("gallery", .gallery),
    ]
    return kinds.flatMap { name, kind in
      answer[name].array.compactMap { entry in
        (entry["id"].nonEmpty ?? entry["nsid"].nonEmpty).map {
          PhotoContext(kind, id: $0, title: entry["title"].string ?? "")
        }
      }
    }
  }
}

extension PhotoInfo {
  /// The photo in an answer of `flickr.photos.getInfo`.
  fileprivate init(flickr photo: JSONValue) {
    let owner = photo["owner"]
    self.init(
      views: photo["views"].int, comments: photo["comments"].int, rotation: photo["rotation"].int,
      safety: photo["safety_level"].int.flatMap { Self.safeties[$0] },
      mayDownload: photo["usage"]["candownload"].bool, ownerRealName: owner["realname"].nonEmpty,
      ownerLocation: owner["location"].nonEmpty,
      tags: photo["tags"]["tag"].array.compactMap { $0["raw"].nonEmpty ?? $0.nonEmpty })
  }

  private static let safeties = [0: "safe", 1: "moderate", 2: "restricted"]
}

extension PhotoGeo {
  /// `location` of `flickr.photos.getInfo`; empty if the photo has none. Accuracy 0 means the same.
  fileprivate init(flickr location: JSONValue) {
    self.init()
    guard case .object = location, location["accuracy"].int != 0 else { return }
    (latitude, longitude) = (location["latitude"].double, location["longitude"].double)
    accuracy = location["accuracy"].int
    setting = location["context"].int.flatMap { [1: "indoors", 2: "outdoors"][$0] }
    (neighbourhood, locality) = (location["neighbourhood"].nonEmpty, location["locality"].nonEmpty)
    (county, region) = (location["county"].nonEmpty, location["region"].nonEmpty)
    country = location["country"].nonEmpty
  }
}

extension PhotoBox {
  /// Boxes are measured in the size Medium (https://www.flickr.com/services/api/flickr.photos.getInfo.html).
  private static let medium = 500

  /// Nil if the entry has no box.
  fileprivate init?(flickr entry: JSONValue) {
    guard let x = entry["x"].int, let y = entry["y"].int, let width = entry["w"].int,
      let height = entry["h"].int
    else { return nil }
    self.init(x: x, y: y, width: width, height: height, edge: Self.medium)
  }
}

extension JSONValue {
  /// The text; nil if none.
  fileprivate var nonEmpty: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
