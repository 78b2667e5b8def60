/// What belongs to a photo: comments, EXIF data, people, notes, the place in words, albums and groups.
extension Methods {
  func comments(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    let comments = comments(on: photo)
    var element = Element("comments", [.attribute("photo_id", .text(String(photo.id)))])
    // Without comments the list is absent, as at Flickr.
    if !comments.isEmpty { element.parts.append(.list("comment", comments)) }
    return element
  }

  /// One for some photos, and another for those that changed.
  private func comments(on photo: Photo) -> [Element] {
    let texts = photo.comment.map { [$0] } ?? []
    return (texts + (world.isTouched(photo) ? ["Seen again."] : [])).enumerated().map {
      index, text in
      let author = photo.commenter
      return Element(
        "comment",
        [
          .attribute("id", .text("10000001-\(photo.id)-7215760000000000\(index)")),
          .attribute("author", .text(author.nsid)),
          .attribute("authorname", .text(author.username)),
          .attribute("datecreate", .text(String(photo.uploaded + 3600 + index))),
          .attribute("permalink", .text("\(page(of: photo))#comment\(index)")), .text(text),
        ])
    }
  }

  private func page(of photo: Photo) -> String {
    "https://www.flickr.com/photos/\(photo.owner.pathName)/\(photo.id)/"
  }

  /// Refused for photos whose originals may not be downloaded.
  func exif(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    guard photo.mayDownload else { throw CallFailure(code: 2, message: "Permission denied") }
    let fields = [
      ("IFD0", "Make", "Make", "Leitz", nil),
      ("IFD0", "XResolution", "X-Resolution", "72", "72 dpi"),
      ("ExifIFD", "FNumber", "Aperture", "2.8", "f/2.8"),
    ]
    return Element(
      "photo",
      [
        .attribute("id", .text(String(photo.id))), .attribute("camera", .text("Leitz")),
        .list(
          "exif",
          fields.map { group, tag, label, raw, clean in
            Element(
              "exif",
              [
                .attribute("tagspace", .text(group)), .attribute("tagspaceid", .number(0)),
                .attribute("tag", .text(tag)), .attribute("label", .text(label)),
                .child(Element("raw", text: raw)),
              ] + (clean.map { [.child(Element("clean", text: $0))] } ?? []))
          }),
      ])
  }

  func people(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    let people = photo.person.map { person in
      Element(
        "person",
        [
          .attribute("nsid", .text(person.nsid)), .attribute("username", .text(person.username)),
          .attribute("added_by", .text(photo.owner.nsid)), .attribute("x", .number(20)),
          .attribute("y", .text("30")), .attribute("w", .number(40)), .attribute("h", .number(50)),
        ] + (person.realName.map { [.attribute("realname", .text($0))] } ?? []))
    }
    return Element(
      "people",
      [
        .attribute("total", .number(people == nil ? 0 : 1)),
        .list("person", people.map { [$0] } ?? []),
      ])
  }

  func location(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    guard let location = photo.location else {
      throw CallFailure(code: 2, message: "Photo has no location information.")
    }
    return Element("photo", [.attribute("id", .text(String(photo.id))), .child(location)])
  }

  /// Its album, its groups and its galleries, each kind only if there is one.
  func contexts(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    let sets = Album.all.filter { $0.contains(photo) }.map { ($0.id, "Album \($0.id.suffix(2))") }
    let pools = Group.all.filter { $0.contains(photo) }.map { ($0.nsid, $0.name) }
    let lists = [("set", sets), ("pool", pools)].filter { !$0.1.isEmpty }
    return Element(
      "",
      lists.map { name, entries in
        .list(
          name,
          entries.map {
            Element(name, [.attribute("id", .text($0)), .attribute("title", .text($1))])
          })
      })
  }

  /// What getInfo says besides.
  func around(_ photo: Photo) -> [Element.Part] {
    [
      .attribute("views", .text(String(photo.views))),
      .attribute("rotation", .number(0)), .attribute("safety_level", .text("0")),
      .child(Element("comments", text: String(comments(on: photo).count))),
      .child(
        Element("people", [.attribute("haspeople", .number(photo.person == nil ? 0 : 1))])),
      .child(
        Element("usage", [.attribute("candownload", .number(photo.mayDownload ? 1 : 0))])),
      .child(Element("notes", [.list("note", photo.note.map { [$0] } ?? [])])),
    ]
  }
}

extension Photo {
  fileprivate var comment: String? {
    random.chance(.comment, oneIn: 3) ? "Lovely <b>light</b> & fog – 素敵" : nil
  }

  fileprivate var commenter: Photographer { random.pick(.comment, of: Photographer.all) }

  /// Who is in the photo.
  fileprivate var person: Photographer? {
    random.chance(.person, oneIn: 4) ? random.pick(.person, of: Photographer.all) : nil
  }

  fileprivate var note: Element? {
    guard random.chance(.note, oneIn: 4) else { return nil }
    return Element(
      "note",
      [
        .attribute("id", .text("72157600000000\(index)")),
        .attribute("author", .text(owner.nsid)), .attribute("authorname", .text(owner.username)),
        .attribute("x", .text("10")), .attribute("y", .number(20)),
        .attribute("w", .number(100)), .attribute("h", .text("60")), .text("the old quay"),
      ])
  }

  /// The place in words; nil if there is none.
  var location: Element? {
    guard let place else { return nil }
    return Element(
      "location",
      [
        .attribute("latitude", .text(place.latitude)),
        .attribute("longitude", .decimal(place.longitude)), .attribute("accuracy", .text("16")),
        .attribute("context", .text("2")), .child(Element("locality", text: "Göteborg")),
        .child(Element("country", text: "Sverige")),
      ])
  }
}
