/// A photo, its sizes, and what belongs to it: comments, EXIF data, people, notes, the place in words, albums and groups.
extension Methods {
  func sizes(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    let pictures = photo.renditions.map { rendition -> JSON in
      let other = SeededGenerator(seed: photo.random.number(.scene))
      return [
        "label": .text(rendition.size.label), "width": .erratic(rendition.width, other),
        "height": .erratic(rendition.height, photo.random),
        "source": .text(rendition.address(of: photo, site: call.site)), "media": "photo",
      ]
    }
    guard world.isOne(.video, photo) else { return ["sizes": ["size": .list(pictures)]] }
    // The first is a program.
    let player = ("Video Player", "/apps/video/stewart.swf?photo_id=\(photo.id)")
    let videos = VideoStream.all(of: photo).map { ($0.label, $0.playPath) }
    let streams = ([player] + videos).map { label, path -> JSON in
      [
        "label": .text(label), "width": "", "height": "", "source": .text(call.site + path),
        "media": "video",
      ]
    }
    return ["sizes": ["size": .list(pictures + streams)]]
  }

  func info(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    let first: JSON = [
      "id": "\(photo.id)", "license": "\(photo.licence)",
      "media": world.isOne(.video, photo) ? "video" : "photo", "dateuploaded": "\(photo.uploaded)",
    ]
    let around: JSON = [
      "views": "\(photo.views)", "rotation": 0, "safety_level": "0",
      "comments": .content(photo.comment == nil ? "0" : "1"),
      "people": ["haspeople": .number(photo.person == nil ? 0 : 1)],
      "usage": ["candownload": .number(photo.mayDownload ? 1 : 0)],
      "notes": ["note": .list(photo.note.map { [$0] } ?? [])],
    ]
    return ["photo": first.with(photo.words).with(around)]
  }

  func comments(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    let address = "https://www.flickr.com/photos/\(photo.owner.pathName)/\(photo.id)/"
    let comment = photo.comment.map { text -> JSON in
      let author = photo.random.pick(.comment, of: Photographer.all)
      return [
        "id": "10000001-\(photo.id)-72157600000000000", "author": .text(author.nsid),
        "authorname": .text(author.username), "datecreate": "\(photo.uploaded + 3600)",
        "permalink": "\(address)#comment0", "_content": .text(text),
      ]
    }
    // Without comments the list is absent, as at Flickr.
    let list = comment.map { JSON.list([$0]) } ?? .absent
    return ["comments": ["photo_id": "\(photo.id)", "comment": list]]
  }

  /// Refused for photos whose originals may not be downloaded.
  func exif(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    guard photo.mayDownload else { throw CallFailure(2, "Permission denied") }
    let fields = [
      ("IFD0", "Make", "Make", "Leitz", nil),
      ("IFD0", "XResolution", "X-Resolution", "72", "72 dpi"),
      ("ExifIFD", "FNumber", "Aperture", "2.8", "f/2.8"),
    ].map { group, tag, label, raw, clean -> JSON in
      [
        "tagspace": .text(group), "tagspaceid": 0, "tag": .text(tag), "label": .text(label),
        "raw": .content(raw), "clean": clean.map(JSON.content) ?? .absent,
      ]
    }
    return ["photo": ["id": "\(photo.id)", "camera": "Leitz", "exif": .list(fields)]]
  }

  func people(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    let people = photo.person.map { person -> [JSON] in
      [
        [
          "nsid": .text(person.nsid), "username": .text(person.username),
          "added_by": .text(photo.owner.nsid), "x": 20, "y": "30", "w": 40, "h": 50,
          "realname": person.realName.map(JSON.text) ?? .absent,
        ]
      ]
    }
    return ["people": ["total": .number(people?.count ?? 0), "person": .list(people ?? [])]]
  }

  func location(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    guard let location = photo.location else {
      throw CallFailure(2, "Photo has no location information.")
    }
    return ["photo": ["id": "\(photo.id)", "location": location]]
  }

  /// Its album and its groups, each kind only if there is one.
  func contexts(_ call: Call) throws(CallFailure) -> JSON {
    let photo = try photo(call)
    func list(_ entries: [(String, String)]) -> JSON {
      entries.isEmpty ? .absent : .list(entries.map { ["id": .text($0), "title": .text($1)] })
    }
    return [
      "set": list(Album.all.filter { $0.contains(photo) }.map { ($0.id, $0.title) }),
      "pool": list(Group.all.filter { $0.contains(photo) }.map { ($0.nsid, $0.name) }),
    ]
  }
}

extension Photo {
  fileprivate var comment: String? {
    random.chance(.comment, oneIn: 3) ? "Lovely <b>light</b> & fog – 素敵" : nil
  }

  /// Who is in the photo.
  fileprivate var person: Photographer? {
    random.chance(.person, oneIn: 4) ? random.pick(.person, of: Photographer.all) : nil
  }

  fileprivate var note: JSON? {
    guard random.chance(.note, oneIn: 4) else { return nil }
    return [
      "id": "72157600000000\(index)", "author": .text(owner.nsid),
      "authorname": .text(owner.username), "x": "10", "y": 20, "w": 100, "h": "60",
      "_content": "the old quay",
    ]
  }

  /// The place in words; nil if there is none.
  fileprivate var location: JSON? {
    place.map { place in
      [
        "latitude": .text(place.latitude), "longitude": .digits(place.longitude),
        "accuracy": "16", "context": "2", "locality": .content("Göteborg"),
        "country": .content("Sverige"),
      ]
    }
  }

  /// What its owner says of it.
  fileprivate var words: JSON {
    let owner: JSON = [
      "nsid": .text(owner.nsid), "username": .text(owner.username),
      "realname": .text(owner.realName ?? ""), "location": "",
      "path_alias": owner.pathAlias.map(JSON.text) ?? .null,
    ]
    let dates: JSON = [
      "posted": "\(uploaded)", "lastupdate": "\(updated)", "taken": .text(taken.text),
      "takengranularity": .erratic(taken.granularity, random),
      "takenunknown": .erratic(taken.isUnknown ? 1 : 0, random),
    ]
    // A tag as it was written, and as listings have it.
    let tags = tags.map { tag -> JSON in ["raw": .text(tag.capitalized), "_content": .text(tag)] }
    return [
      "owner": owner, "title": .content(title), "description": .content(description),
      "dates": dates, "tags": ["tag": .list(tags)], "location": location ?? .absent,
    ]
  }
}
