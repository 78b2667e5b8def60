extension Methods {
  func recent(_ call: Call) -> Element {
    PageOfPhotos(of: world.photos, in: world, call)
      .element("photos", areNumbers: true, entry: entry(call))
  }

  func publicPhotos(_ call: Call) throws(CallFailure) -> Element {
    let nsid = call["user_id"] ?? ""
    guard Photographer.all.contains(where: { $0.nsid == nsid }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    let photos = world.photos.filter { $0.owner.nsid == nsid }
    return PageOfPhotos(of: photos, in: world, call)
      .element("photos", areNumbers: true, entry: entry(call))
  }

  /// A day's photos: every third of those that were uploaded on it.
  func explore(_ call: Call) -> Element {
    let day = call["date"] ?? world.photos.first?.published.prefix(10).description ?? ""
    return list(
      call, where: { $0.index % 3 == 0 && $0.published.hasPrefix(day) }, adding: { _, _ in })
  }

  /// The photos that show somebody, without a total, as Flickr lists them for others than oneself.
  func photosOf(_ call: Call) throws(CallFailure) -> Element {
    guard let user = Photographer.all.first(where: { $0.nsid == call["user_id"] }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    let photos = world.photos.filter { $0.owner.nsid != user.nsid && $0.index % 13 == 0 }
    let page = PageOfPhotos(of: photos, in: world, call)
    var element = page.element("photos", areNumbers: true, entry: entry(call))
    element.parts.removeAll {
      if case .attribute(let name, _) = $0 { ["pages", "total"].contains(name) } else { false }
    }
    element.add("has_next_page", .text(page.page < page.pages ? "1" : "0"))
    return element
  }

  func search(_ call: Call) throws(CallFailure) -> Element {
    guard let filter = SearchFilter(call) else {
      let message =
        "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead."
      throw CallFailure(code: 3, message: message)
    }
    let found = world.photos.filter(filter.contains)
    let photos = call["sort"] == "date-posted-asc" ? found.reversed() : found
    return PageOfPhotos(of: photos, in: world, call, limit: 4000)
      .element("photos", areNumbers: false, entry: entry(call))
  }

  func album(_ call: Call) throws(CallFailure) -> Element {
    let id = call["photoset_id"] ?? ""
    guard let album = Album(id: id) else {
      throw CallFailure(code: 1, message: "Photoset not found")
    }
    if let user = call["user_id"], user != album.owner.nsid {
      throw CallFailure(code: 2, message: "User not found")
    }
    let found = world.photos.filter(album.contains)
    let photos = world.areAlbumsReversed ? found.reversed() : found
    let page = PageOfPhotos(of: photos, in: world, call, perPageByDefault: 500)
    let plain = entry(call, namesOwner: false)
    var element = page.element("photoset", areNumbers: false) { photo in
      var entry = plain(photo)
      entry.add("isprimary", .text(photo.id == photos.first?.id ? "1" : "0"))
      return entry
    }
    element.add("id", .text(id))
    element.add("title", .text("Album \(id.suffix(2))"))
    element.add("primary", .text(photos.first.map { String($0.id) } ?? ""))
    element.add("owner", .text(album.owner.nsid))
    element.add("ownername", .text(album.owner.username))
    element.add("per_page", .number(page.perPage))
    return element
  }

  /// Makes the entry of a photo in a listing.
  func entry(_ call: Call, namesOwner: Bool = true) -> (Photo) -> Element {
    let extras = Set(call.list("extras"))
    return { photo in
      ListingEntry(
        photo: photo, call: call, listsAddresses: self.listsAddresses,
        isVideo: self.world.isVideo(photo), isPrivate: self.world.isPrivate(photo),
        updated: self.world.updated(photo),
        namesOwner: namesOwner
      ).element(extras)
    }
  }
}

/// Listings of photos selected by others than their owners.
extension Methods {
  func favorites(_ call: Call) throws(CallFailure) -> Element {
    guard let user = Photographer.all.first(where: { $0.nsid == call["user_id"] }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    let latest = call["max_fave_date"].flatMap { Int($0) } ?? .max
    let isListed = { (photo: Photo) in
      user.hasFavorite(photo) && photo.uploaded + 3600 <= latest
    }
    return list(call, where: isListed) { photo, entry in
      entry.add("date_faved", .text(String(photo.uploaded + 3600)))
    }
  }

  func pool(_ call: Call) throws(CallFailure) -> Element {
    guard let group = Group.all.first(where: { $0.nsid == call["group_id"] }) else {
      throw CallFailure(code: 1, message: "Group not found")
    }
    return list(call, where: group.contains) { photo, entry in
      entry.add("dateadded", .text(String(photo.uploaded + 60)))
    }
  }

  func gallery(_ call: Call) throws(CallFailure) -> Element {
    guard let gallery = PickedGallery(id: call["gallery_id"] ?? "") else {
      throw CallFailure(code: 1, message: "Gallery not found")
    }
    return list(call, where: gallery.contains) { _, entry in
      entry.add("is_primary", .number(0))
      entry.add("has_comment", .number(0))
    }
  }

  private func list(
    _ call: Call, where isListed: (Photo) -> Bool,
    adding members: @escaping (Photo, inout Element) -> Void
  ) -> Element {
    let plain = entry(call)
    return PageOfPhotos(of: world.photos.filter(isListed), in: world, call)
      .element("photos", areNumbers: true) { photo in
        var entry = plain(photo)
        members(photo, &entry)
        return entry
      }
  }
}
