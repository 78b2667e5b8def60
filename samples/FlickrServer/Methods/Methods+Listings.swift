extension Methods {
  /// A page of photos, each with the requested extras and with more members.
  func listing(
    _ all: some RandomAccessCollection<Photo>, _ call: Call, limit: Int = .max,
    areNumbers: Bool = true, adding members: (Photo) -> JSON = { _ in [:] }
  ) -> JSON {
    let entry = ListingEntry(self, call, namesOwner: true)
    let page = PageOfPhotos(of: all, in: world, call, limit: limit)
    return ["photos": page.json(areNumbers: areNumbers) { entry.json($0).with(members($0)) }]
  }

  func publicPhotos(_ call: Call) throws(CallFailure) -> JSON {
    let owner = try owner(call)
    return listing(world.photos.filter { $0.owner.nsid == owner.nsid }, call)
  }

  /// A day's photos: every third of those that were uploaded on it.
  func explore(_ call: Call) -> JSON {
    let day = call["date"] ?? world.photos.first?.published.prefix(10).description ?? ""
    return listing(
      world.photos.filter { $0.index % 3 == 0 && $0.published.hasPrefix(day) }, call)
  }

  /// The photos that show somebody, without a total, as Flickr lists them for others than oneself.
  func photosOf(_ call: Call) throws(CallFailure) -> JSON {
    let user = try owner(call)
    let photos = world.photos.filter { $0.owner.nsid != user.nsid && $0.index % 13 == 0 }
    let page = PageOfPhotos(of: photos, in: world, call)
    let json = page.json(entry: ListingEntry(self, call, namesOwner: true).json)
    let next: JSON = page.page < page.pages ? "1" : "0"
    return ["photos": json.without(["pages", "total"]).with(["has_next_page": next])]
  }

  func search(_ call: Call) throws(CallFailure) -> JSON {
    guard let filter = SearchFilter(call) else {
      throw CallFailure(
        3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.")
    }
    let found = world.photos.filter(filter.contains)
    let photos = call["sort"] == "date-posted-asc" ? found.reversed() : found
    return listing(photos, call, limit: 4000, areNumbers: false)
  }

  func album(_ call: Call) throws(CallFailure) -> JSON {
    guard let album = Album.named(call["photoset_id"]) else {
      throw CallFailure(1, "Photoset not found")
    }
    if let user = call["user_id"], user != album.owner.nsid {
      throw CallFailure(2, "User not found")
    }
    let found = world.photos.filter(album.contains)
    let photos = world.areAlbumsReversed ? found.reversed() : found
    let page = PageOfPhotos(of: photos, in: world, call, perPageByDefault: 500)
    let entry = ListingEntry(self, call, namesOwner: false)
    let list = page.json(areNumbers: false) { photo in
      entry.json(photo).with(["isprimary": photo.id == photos.first?.id ? "1" : "0"])
    }
    let about: JSON = [
      "id": .text(album.id), "title": .text(album.title),
      "primary": .text(photos.first.map { "\($0.id)" } ?? ""), "owner": .text(album.owner.nsid),
      "ownername": .text(album.owner.username), "per_page": .number(page.perPage),
    ]
    return ["photoset": list.with(about)]
  }
}

/// Listings of photos selected by others than their owners.
extension Methods {
  func favorites(_ call: Call) throws(CallFailure) -> JSON {
    let user = try owner(call)
    let latest = call.number("max_fave_date") ?? .max
    let photos = world.photos.filter { user.hasFavorite($0) && $0.uploaded + 3600 <= latest }
    return listing(photos, call) { ["date_faved": "\($0.uploaded + 3600)"] }
  }

  func pool(_ call: Call) throws(CallFailure) -> JSON {
    guard let group = Group.all.first(where: { $0.nsid == call["group_id"] }) else {
      throw CallFailure(1, "Group not found")
    }
    return listing(world.photos.filter(group.contains), call) {
      ["dateadded": "\($0.uploaded + 60)"]
    }
  }

  func gallery(_ call: Call) throws(CallFailure) -> JSON {
    guard let gallery = PickedGallery.named(call["gallery_id"]) else {
      throw CallFailure(1, "Gallery not found")
    }
    return listing(world.photos.filter(gallery.contains), call) { _ in
      ["is_primary": 0, "has_comment": 0]
    }
  }
}
