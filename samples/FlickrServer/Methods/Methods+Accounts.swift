/// Methods about accounts and what they have.
extension Methods {
  /// Who signed the call.
  func login(_ call: Call) throws(CallFailure) -> JSON {
    guard let viewer = call.viewer else { throw .notSignedIn }
    return user(viewer)
  }

  func findByUsername(_ call: Call) throws(CallFailure) -> JSON {
    guard let owner = Photographer.all.first(where: { $0.username == call["username"] }) else {
      throw .userNotFound
    }
    return user(owner)
  }

  private func user(_ owner: Photographer) -> JSON {
    let user: JSON = [
      "id": .text(owner.nsid), "nsid": .text(owner.nsid), "username": .content(owner.username),
    ]
    return ["user": user]
  }

  func person(_ call: Call) throws(CallFailure) -> JSON {
    let owner = try owner(call)
    let count = world.photos.count(where: { $0.owner.nsid == owner.nsid })
    let person: JSON = [
      "nsid": .text(owner.nsid), "username": .content(owner.username),
      "photos": ["count": .content("\(count)")],
    ]
    return ["person": person]
  }

  func albums(_ call: Call) throws(CallFailure) -> JSON {
    let owner = try owner(call)
    let own = Album.all.filter { $0.owner.nsid == owner.nsid }
    let page = page(of: own, call, "photoset") { album in
      let photos = world.photos.filter(album.contains)
      return [
        "id": .text(album.id), "primary": .text(photos.first.map { "\($0.id)" } ?? ""),
        "count_photos": "\(photos.count)", "count_videos": 0, "title": .content(album.title),
        "description": .content(""),
      ]
    }
    return ["photosets": page]
  }

  func galleries(_ call: Call) throws(CallFailure) -> JSON {
    let owner = try owner(call)
    let own = PickedGallery.all.filter { $0.owner.nsid == owner.nsid }
    let page = page(of: own, call, "gallery") { gallery in
      [
        "id": "\(owner.nsid.prefix { $0 != "@" })-\(gallery.id)", "gallery_id": .text(gallery.id),
        "owner": .text(owner.nsid), "title": .content("Gallery of \(owner.username)"),
        "description": .content(""),
      ]
    }
    return ["galleries": page.with(["continuation": "-1"])]
  }

  func contacts(_ call: Call) throws(CallFailure) -> JSON {
    guard let owner = try call["user_id"] == nil ? call.viewer : owner(call) else {
      throw .notSignedIn
    }
    let others = Photographer.all.filter { $0.nsid != owner.nsid }
    let page = page(of: others, call, "contact") {
      ["nsid": .text($0.nsid), "username": .text($0.username), "ignored": 0]
    }
    return ["contacts": page]
  }

  /// One collection with both albums of an account.
  func collections(_ call: Call) throws(CallFailure) -> JSON {
    let owner = try owner(call)
    let sets = Album.all.filter { $0.owner.nsid == owner.nsid }.map { album -> JSON in
      ["id": .text(album.id), "title": .text(album.title), "description": ""]
    }
    let collection: JSON = [
      "id": "10000001-72157700000000001", "title": "Everything", "description": "",
      "set": .list(sets),
    ]
    return ["collections": ["collection": .list([collection])]]
  }

  func groups(_ call: Call) throws(CallFailure) -> JSON {
    _ = try owner(call)
    let groups = Group.all.map { group -> JSON in
      ["nsid": .text(group.nsid), "name": .text(group.name)]
    }
    return ["groups": ["group": .list(groups)]]
  }

  private func page<Entry>(
    of all: [Entry], _ call: Call, _ name: String, entry: (Entry) -> JSON
  ) -> JSON {
    let length = max(1, min(call.number("per_page") ?? 500, 1000))
    let page = max(1, call.number("page") ?? 1)
    let entries = all.dropFirst((page - 1) * length).prefix(length).map(entry)
    return .object([
      ("page", .number(page)), ("pages", .number((all.count + length - 1) / length)),
      ("perpage", "\(length)"), ("total", .number(all.count)), (name, .list(entries)),
    ])
  }
}

/// Names in addresses.
extension Methods {
  /// Finds the account of a page's address.
  func lookupUser(_ call: Call) throws(CallFailure) -> JSON {
    let name = name(in: call["url"], after: ["photos", "people"])
    guard let owner = Photographer.all.first(where: { [$0.nsid, $0.pathName].contains(name) })
    else { throw .userNotFound }
    return ["user": ["id": .text(owner.nsid), "username": .content(owner.username)]]
  }

  /// Finds the group of an address.
  func lookupGroup(_ call: Call) throws(CallFailure) -> JSON {
    let name = name(in: call["url"], after: ["groups"])
    guard let group = Group.all.first(where: { [$0.nsid, $0.pathAlias].contains(name) }) else {
      throw CallFailure(1, "Group not found")
    }
    return ["group": ["id": .text(group.nsid), "groupname": .content(group.name)]]
  }

  private func name(in address: String?, after words: Set<String>) -> String? {
    let parts = (address ?? "").split(separator: "/").map(String.init)
    return parts.firstIndex(where: words.contains).flatMap { parts[($0 + 1)...].first }
  }
}
