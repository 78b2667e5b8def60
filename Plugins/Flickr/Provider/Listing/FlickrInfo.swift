import ProviderKit

/// The answer of `flickr.photos.getInfo`: a listing of one photo.
struct FlickrInfo {
  private let photo: JSONValue
  private let details: PhotoDetails

  /// - Throws: ``ProviderFailure`` with `.malformed` if there is no photo in the answer.
  init(_ answer: JSONValue) throws(ProviderFailure) {
    guard case .object = answer["photo"] else {
      throw ProviderFailure(.malformed, "flickr's answer to flickr.photos.getInfo has no photo")
    }
    photo = answer["photo"]
    details = try FlickrDetails.info.info(of: answer)
  }

  /// A page with the photo, without its sizes, which need a call of their own.
  func page() -> Page {
    switch FlickrPhoto(entry).reading() {
    case .photo(var photo):
      // The answer has what a listing lacks, such as the tags as they were written.
      photo.details = details
      return Page(photos: [photo], total: 1)
    case .skipped(let entry): return Page(photos: [], total: 1, skipped: [entry])
    case .refused(let why):
      return Page(photos: [], total: 1, refused: [why ?? "the photo has no id"])
    }
  }

  /// The photo in the format of a listing, which has the same facts under other names.
  private var entry: JSONValue {
    let (owner, dates, location) = (photo["owner"], photo["dates"], photo["location"])
    let visibility = photo["visibility"]
    let tags = photo["tags"]["tag"].array.compactMap(\.string).joined(separator: " ")
    return .object([
      "id": photo["id"], "title": photo["title"], "description": photo["description"],
      "media": photo["media"], "license": photo["license"], "owner": owner["nsid"],
      "ownername": owner["username"], "pathalias": owner["path_alias"],
      "datetaken": dates["taken"], "datetakenunknown": dates["takenunknown"],
      "datetakengranularity": dates["takengranularity"],
      "dateupload": dates["posted"], "tags": .string(tags),
      "latitude": location["latitude"], "longitude": location["longitude"],
      "accuracy": location["accuracy"], "lastupdate": dates["lastupdate"],
      "ispublic": visibility["ispublic"], "isfriend": visibility["isfriend"],
      "isfamily": visibility["isfamily"],
    ])
  }
}
