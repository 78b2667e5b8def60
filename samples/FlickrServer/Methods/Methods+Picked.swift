/// Listings of photos that somebody other than their owner has put together.
extension Methods {
  func favorites(_ call: Call) throws(CallFailure) -> Element {
    guard let user = Photographer.all.first(where: { $0.nsid == call["user_id"] }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    return list(call, where: user.hasFavorite) { photo, entry in
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
