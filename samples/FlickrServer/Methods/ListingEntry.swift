/// Makes the entries of a listing with the requested extras.
struct ListingEntry {
  let world: World
  let listsAddresses: Bool
  /// False in an album, which has one owner for all its photos.
  let namesOwner: Bool
  private let site: String
  private let extras: Set<String>

  init(_ methods: Methods, _ call: Call, namesOwner: Bool) {
    (world, listsAddresses) = (methods.world, methods.listsAddresses)
    (self.namesOwner, site, extras) = (namesOwner, call.site, Set(call.list("extras")))
  }

  func json(_ photo: Photo) -> JSON {
    let isPrivate = world.isOne(.private, photo)
    let entry: JSON = [
      "id": "\(photo.id)", "secret": .text(photo.secret), "server": .text(photo.server),
      "farm": .number(photo.farm), "title": .text(photo.title),
      "ispublic": .number(isPrivate ? 0 : 1),
      "isfriend": .number(isPrivate && photo.index % 2 == 0 ? 1 : 0), "isfamily": 0,
      "owner": namesOwner ? .text(photo.owner.nsid) : .absent,
    ]
    let place = extras.contains("geo") ? ListingEntry.place(photo) : [:]
    return entry.with(words(photo)).with(dates(photo)).with(place).with(addresses(photo))
  }

  private func extra(_ name: String, _ value: @autoclosure () -> JSON) -> JSON {
    extras.contains(name) ? value() : .absent
  }

  private func words(_ photo: Photo) -> JSON {
    [
      "license": extra("license", "\(photo.licence)"),
      "description": extra("description", .content(photo.description)),
      "ownername": extra("owner_name", .text(photo.owner.username)),
      "pathalias": extra("path_alias", photo.owner.pathAlias.map(JSON.text) ?? .null),
      "tags": extra("tags", .text(photo.tags.joined(separator: " "))),
      "can_download": extra("can_download", .erratic(photo.mayDownload ? 1 : 0, photo.random)),
      "ispro": extra("ispro", 1), "views": extra("views", "\(photo.views)"),
      "media": extra("media", world.isOne(.video, photo) ? "video" : "photo"),
      "media_status": extra("media", "ready"),
    ]
  }

  private func dates(_ photo: Photo) -> JSON {
    let taken = photo.taken
    return [
      "lastupdate": extra("last_update", "\(photo.updated)"),
      "dateupload": extra("date_upload", "\(photo.uploaded)"),
      "datetaken": extra("date_taken", .text(taken.text)),
      "datetakengranularity": extra("date_taken", .erratic(taken.granularity, photo.random)),
      "datetakenunknown": extra("date_taken", .erratic(taken.isUnknown ? 1 : 0, photo.random)),
    ]
  }

  private static func place(_ photo: Photo) -> JSON {
    guard let place = photo.place else {
      return [
        "latitude": 0, "longitude": 0, "accuracy": .erratic(0, photo.random),
        "context": .erratic(0, photo.random),
      ]
    }
    return [
      "latitude": .text(place.latitude), "longitude": .digits(place.longitude), "accuracy": "16",
      "context": 0,
    ]
  }

  private func addresses(_ photo: Photo) -> JSON {
    guard listsAddresses else { return [:] }
    return photo.renditions.reduce([:]) { all, rendition in
      let letter = rendition.size.letter
      guard extras.contains("url_\(letter)") else { return all }
      return all.with([
        "url_\(letter)": .text(rendition.address(of: photo, site: site)),
        "height_\(letter)": .erratic(rendition.height, photo.random),
        "width_\(letter)": .number(rendition.width),
      ])
    }
  }
}

extension Rendition {
  func address(of photo: Photo, site: String) -> String {
    "\(site)/static/\(photo.server)/\(fileName)"
  }
}
