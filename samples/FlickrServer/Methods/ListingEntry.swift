/// A photo in a listing with the requested extras.
struct ListingEntry {
  let photo: Photo
  let call: Call
  let listsAddresses: Bool
  var isVideo = false
  var isPrivate = false
  /// Seconds since 1970.
  let updated: Int
  /// False in an album, which has one owner for all its photos.
  var namesOwner = true

  func element(_ extras: Set<String>) -> Element {
    var element = Element(
      "photo",
      [
        .attribute("id", .text(String(photo.id))),
        .attribute("secret", .text(photo.secret)),
        .attribute("server", .text(photo.server)),
        .attribute("farm", .number(photo.farm)),
        .attribute("title", .text(photo.title)),
        .attribute("ispublic", .number(isPrivate ? 0 : 1)),
        .attribute("isfriend", .number(isPrivate && photo.index % 2 == 0 ? 1 : 0)),
        .attribute("isfamily", .number(0)),
      ])
    if namesOwner { element.add("owner", .text(photo.owner.nsid)) }
    addWords(extras, to: &element)
    addDates(extras, to: &element)
    if extras.contains("geo") { addPlace(to: &element) }
    if listsAddresses { addAddresses(extras, to: &element) }
    return element
  }

  private func addWords(_ extras: Set<String>, to element: inout Element) {
    if extras.contains("license") { element.add("license", .text(String(photo.licence))) }
    if extras.contains("description") {
      element.parts.append(.child(Element("description", text: photo.description)))
    }
    if extras.contains("owner_name") { element.add("ownername", .text(photo.owner.username)) }
    if extras.contains("path_alias") {
      element.add("pathalias", photo.owner.pathAlias.map(Scalar.text) ?? .null)
    }
    if extras.contains("tags") {
      element.add("tags", .text(photo.tags.joined(separator: " ")))
    }
    if extras.contains("can_download") {
      element.add("can_download", .erratic(photo.mayDownload ? 1 : 0, photo.random))
    }
    if extras.contains("ispro") { element.add("ispro", .number(1)) }
    if extras.contains("views") { element.add("views", .text(String(photo.views))) }
    if extras.contains("media") {
      element.add("media", .text(isVideo ? "video" : "photo"))
      element.add("media_status", .text("ready"))
    }
  }

  private func addDates(_ extras: Set<String>, to element: inout Element) {
    if extras.contains("last_update") {
      element.add("lastupdate", .text(String(updated)))
    }
    if extras.contains("date_upload") {
      element.add("dateupload", .text(String(photo.uploaded)))
    }
    if extras.contains("date_taken") {
      element.add("datetaken", .text(photo.taken.text))
      element.add("datetakengranularity", .erratic(photo.taken.granularity, photo.random))
      element.add("datetakenunknown", .erratic(photo.taken.isUnknown ? 1 : 0, photo.random))
    }
  }

  private func addPlace(to element: inout Element) {
    guard let place = photo.place else {
      element.add("latitude", .number(0))
      element.add("longitude", .number(0))
      element.add("accuracy", .erratic(0, photo.random))
      return element.add("context", .erratic(0, photo.random))
    }
    element.add("latitude", .text(place.latitude))
    element.add("longitude", .decimal(place.longitude))
    element.add("accuracy", .text("16"))
    element.add("context", .number(0))
  }

  private func addAddresses(_ extras: Set<String>, to element: inout Element) {
    for rendition in photo.renditions where extras.contains("url_\(rendition.size.extrasLetter)") {
      let letter = rendition.size.extrasLetter
      element.add("url_\(letter)", .text(rendition.address(of: photo, site: call.site)))
      element.add("height_\(letter)", .erratic(rendition.height, photo.random))
      element.add("width_\(letter)", .number(rendition.width))
    }
  }
}

extension Rendition {
  func address(of photo: Photo, site: String) -> String {
    "\(site)/static/\(photo.server)/\(fileName)"
  }
}
