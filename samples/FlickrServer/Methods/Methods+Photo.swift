extension Methods {
  func sizes(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    var entries = photo.renditions.map { rendition in
      Element(
        "size",
        [
          .attribute("label", .text(rendition.size.label)),
          .attribute("width", .erratic(rendition.width, Dice(seed: photo.dice.number(.scene)))),
          .attribute("height", .erratic(rendition.height, photo.dice)),
          .attribute("source", .text(rendition.address(of: photo, site: call.site))),
          .attribute(
            "url", .text("\(photo.pageAddress(call))sizes/\(rendition.size.extrasLetter)/")),
          .attribute("media", .text("photo")),
        ])
    }
    if world.isVideo(photo) { entries.append(player(of: photo, call)) }
    return Element(
      "sizes",
      [
        .attribute("canblog", .number(0)),
        .attribute("canprint", .number(0)),
        .attribute("candownload", .number(photo.mayDownload ? 1 : 0)),
        .list("size", entries),
      ])
  }

  /// The one size of a video that is not a still picture.
  private func player(of photo: Photo, _ call: Call) -> Element {
    let page = photo.pageAddress(call)
    return Element(
      "size",
      [
        .attribute("label", .text("720p")), .attribute("width", .text("")),
        .attribute("height", .text("")),
        .attribute("source", .text("\(page)play/720p/\(photo.secret)/")),
        .attribute("url", .text(page)), .attribute("media", .text("video")),
      ])
  }

  func info(_ call: Call) throws(CallFailure) -> Element {
    let photo = try photo(call)
    var element = Element(
      "photo",
      [
        .attribute("id", .text(String(photo.id))),
        .attribute("secret", .text(photo.secret)),
        .attribute("server", .text(photo.server)),
        .attribute("farm", .number(photo.farm)),
        .attribute("dateuploaded", .text(String(photo.uploaded))),
        .attribute("isfavorite", .number(0)),
        .attribute("license", .text(String(photo.licence))),
        .attribute("safety_level", .text("0")),
        .attribute("rotation", .number(0)),
        .attribute("views", .text(String(photo.views))),
        .attribute("media", .text(world.isVideo(photo) ? "video" : "photo")),
      ])
    if photo.mayDownload {
      element.add("originalsecret", .text(photo.originalSecret))
      element.add("originalformat", .text(photo.originalExtension))
    }
    element.parts += photo.details(call).map(Element.Part.child)
    return element
  }
}

extension Photo {
  /// Of the page that a person would look at; the server has none there.
  fileprivate func pageAddress(_ call: Call) -> String {
    "\(call.site)/photos/\(owner.pathName)/\(id)/"
  }

  fileprivate func details(_ call: Call) -> [Element] {
    var details = [
      ownerElement,
      Element("title", text: title),
      Element("description", text: description),
      Element("visibility", [.attribute("ispublic", .number(1))]),
      datesElement,
      Element("usage", [.attribute("candownload", .number(mayDownload ? 1 : 0))]),
      Element("comments", text: "0"),
      Element("tags", [.list("tag", tags.enumerated().map(tagElement))]),
      Element("urls", [.list("url", [pageElement(call)])]),
    ]
    if let place {
      details.append(
        Element(
          "location",
          [
            .attribute("latitude", .text(place.latitude)),
            .attribute("longitude", .decimal(place.longitude)),
            .attribute("accuracy", .text("16")),
          ]))
    }
    return details
  }

  private var ownerElement: Element {
    var element = Element(
      "owner",
      [
        .attribute("nsid", .text(owner.nsid)),
        .attribute("username", .text(owner.username)),
        .attribute("location", .null),
        .attribute("path_alias", owner.pathAlias.map(Scalar.text) ?? .null),
      ])
    if let realName = owner.realName { element.add("realname", .text(realName)) }
    return element
  }

  private var datesElement: Element {
    Element(
      "dates",
      [
        .attribute("posted", .text(String(uploaded))),
        .attribute("taken", .text(taken.text)),
        .attribute("takengranularity", .erratic(taken.granularity, dice)),
        .attribute("takenunknown", .erratic(taken.isUnknown ? 1 : 0, dice)),
        .attribute("lastupdate", .text(String(lastUpdate))),
      ])
  }

  private func tagElement(_ place: Int, _ tag: String) -> Element {
    Element(
      "tag",
      [
        .attribute("id", .text("\(index)-\(id)-\(place)")),
        .attribute("author", .text(owner.nsid)),
        .attribute("raw", .text(tag)),
        .attribute("machine_tag", .number(0)),
        .text(tag),
      ])
  }

  private func pageElement(_ call: Call) -> Element {
    Element("url", [.attribute("type", .text("photopage")), .text(pageAddress(call))])
  }
}
