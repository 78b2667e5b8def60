/// Methods about accounts and what they have.
extension Methods {
  /// Who signed the call.
  func login(_ call: Call) throws(CallFailure) -> Element {
    guard let viewer = call.viewer else {
      throw CallFailure(code: 99, message: "User not logged in / Insufficient permissions")
    }
    return user(viewer)
  }

  func findByUsername(_ call: Call) throws(CallFailure) -> Element {
    guard let owner = Photographer.all.first(where: { $0.username == call["username"] }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    return user(owner)
  }

  private func user(_ owner: Photographer) -> Element {
    Element(
      "user",
      [
        .attribute("id", .text(owner.nsid)), .attribute("nsid", .text(owner.nsid)),
        .child(Element("username", text: owner.username)),
      ])
  }

  func person(_ call: Call) throws(CallFailure) -> Element {
    let owner = try owner(call)
    let count = world.photos.count(where: { $0.owner.nsid == owner.nsid })
    return Element(
      "person",
      [
        .attribute("nsid", .text(owner.nsid)), .child(Element("username", text: owner.username)),
        .child(Element("photos", [.child(Element("count", text: String(count)))])),
      ])
  }

  func albums(_ call: Call) throws(CallFailure) -> Element {
    let owner = try owner(call)
    return page(of: Album.all.filter { $0.owner.nsid == owner.nsid }, call, "photosets") { album in
      let photos = self.world.photos.filter(album.contains)
      return Element(
        "photoset",
        [
          .attribute("id", .text(album.id)),
          .attribute("primary", .text(photos.first.map { String($0.id) } ?? "")),
          .attribute("count_photos", .text(String(photos.count))),
          .attribute("count_videos", .number(0)),
          .child(Element("title", text: "Album \(album.id.suffix(2))")),
          .child(Element("description", text: "")),
        ])
    }
  }

  func galleries(_ call: Call) throws(CallFailure) -> Element {
    let owner = try owner(call)
    let own = PickedGallery.all.filter { $0.owner.nsid == owner.nsid }
    var element = page(of: own, call, "galleries") { gallery in
      Element(
        "gallery",
        [
          .attribute("id", .text("\(owner.nsid.prefix { $0 != "@" })-\(gallery.id)")),
          .attribute("gallery_id", .text(gallery.id)), .attribute("owner", .text(owner.nsid)),
          .child(Element("title", text: "Gallery of \(owner.username)")),
          .child(Element("description", text: "")),
        ])
    }
    element.add("continuation", .text("-1"))
    return element
  }

  func contacts(_ call: Call) throws(CallFailure) -> Element {
    let owner = try call["user_id"] == nil ? call.viewer : owner(call)
    guard let owner else {
      throw CallFailure(code: 99, message: "User not logged in / Insufficient permissions")
    }
    let others = Photographer.all.filter { $0.nsid != owner.nsid }
    return page(of: others, call, "contacts", named: "contact") { contact in
      Element(
        "contact",
        [
          .attribute("nsid", .text(contact.nsid)),
          .attribute("username", .text(contact.username)),
          .attribute("ignored", .number(0)),
        ])
    }
  }

  /// One collection with both albums of an account.
  func collections(_ call: Call) throws(CallFailure) -> Element {
    let owner = try owner(call)
    let sets = Album.all.filter { $0.owner.nsid == owner.nsid }.map { album in
      Element(
        "set",
        [
          .attribute("id", .text(album.id)),
          .attribute("title", .text("Album \(album.id.suffix(2))")),
          .attribute("description", .text("")),
        ])
    }
    let collection = Element(
      "collection",
      [
        .attribute("id", .text("10000001-72157700000000001")),
        .attribute("title", .text("Everything")), .attribute("description", .text("")),
        .list("set", sets),
      ])
    return Element("collections", [.list("collection", [collection])])
  }

  func groups(_ call: Call) throws(CallFailure) -> Element {
    _ = try owner(call)
    let groups = Group.all.map { group in
      Element(
        "group",
        [.attribute("nsid", .text(group.nsid)), .attribute("name", .text(group.name))])
    }
    return Element("groups", [.list("group", groups)])
  }

  private func owner(_ call: Call) throws(CallFailure) -> Photographer {
    guard let owner = Photographer.all.first(where: { $0.nsid == call["user_id"] }) else {
      throw CallFailure(code: 1, message: "User not found")
    }
    return owner
  }

  private func page<Entry>(
    of all: [Entry], _ call: Call, _ name: String, named member: String? = nil,
    entry: (Entry) -> Element
  ) -> Element {
    let asked = call["per_page"].flatMap { Int($0) } ?? 500
    let length = max(1, min(asked, 1000))
    let page = max(1, call["page"].flatMap { Int($0) } ?? 1)
    let entries = all.dropFirst((page - 1) * length).prefix(length).map(entry)
    return Element(
      name,
      [
        .attribute("page", .number(page)),
        .attribute("pages", .number((all.count + length - 1) / length)),
        .attribute("perpage", .text(String(length))), .attribute("total", .number(all.count)),
        .list(member ?? entries.first?.name ?? "photoset", entries),
      ])
  }
}
