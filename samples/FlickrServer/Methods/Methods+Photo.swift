extension Methods {
  func sizes(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    var entries = photo.renditions.map { rendition in
      Element(
        "size",
        [
          .attribute("label", .text(rendition.size.label)),
          .attribute(
            "width", .erratic(rendition.width, SeededGenerator(seed: photo.random.number(.scene)))),
          .attribute("height", .erratic(rendition.height, photo.random)),
          .attribute("source", .text(rendition.address(of: photo, site: call.site))),
          .attribute("media", .text("photo")),
        ])
    }
    if world.isVideo(photo) { entries += streams(of: photo, call) }
    return Element("sizes", [.list("size", entries)])
  }

  /// The sizes of a video that are not still images. The first is a program.
  private func streams(of photo: Photo, _ call: Call) -> [Element] {
    let player = ("Video Player", "\(call.site)/apps/video/stewart.swf?photo_id=\(photo.id)")
    let streams = VideoStream.all(of: photo).map { ($0.label, call.site + $0.playPath) }
    return ([player] + streams).map { label, source in
      Element(
        "size",
        [
          .attribute("label", .text(label)), .attribute("width", .text("")),
          .attribute("height", .text("")), .attribute("source", .text(source)),
          .attribute("media", .text("video")),
        ])
    }
  }

  func info(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    var element = Element(
      "photo",
      [
        .attribute("id", .text(String(photo.id))),
        .attribute("license", .text(String(photo.licence))),
        .attribute("media", .text(world.isVideo(photo) ? "video" : "photo")),
      ])
    element.parts += photo.details(updated: world.updated(photo)).map(Element.Part.child)
    element.parts += around(photo)
    return element
  }
}

extension Photo {
  fileprivate func details(updated: Int) -> [Element] {
    var details = [
      ownerElement,
      Element("title", text: title),
      Element("description", text: description),
      dates(updated: updated),
      Element("tags", [.list("tag", tags.map(tag))]),
    ]
    if let location { details.append(location) }
    return details
  }

  /// A tag as it was written, and as listings have it.
  private func tag(_ word: String) -> Element {
    Element("tag", [.attribute("raw", .text(word.capitalized)), .text(word)])
  }

  private var ownerElement: Element {
    Element(
      "owner",
      [
        .attribute("nsid", .text(owner.nsid)),
        .attribute("username", .text(owner.username)),
        .attribute("realname", .text(owner.realName ?? "")), .attribute("location", .text("")),
        .attribute("path_alias", owner.pathAlias.map(Scalar.text) ?? .null),
      ])
  }

  private func dates(updated: Int) -> Element {
    Element(
      "dates",
      [
        .attribute("posted", .text(String(uploaded))),
        .attribute("lastupdate", .text(String(updated))),
        .attribute("taken", .text(taken.text)),
        .attribute("takengranularity", .erratic(taken.granularity, random)),
        .attribute("takenunknown", .erratic(taken.isUnknown ? 1 : 0, random)),
      ])
  }
}
