/// An owner of photos.
struct Photographer: Sendable {
  let nsid: String
  let username: String
  /// Nil if Flickr leaves it out.
  let realName: String?
  /// Nil or empty for none, as at Flickr.
  let pathAlias: String?

  static let all =
    ([
      ("10000001@N00", "harbourlight", "Ada Lindqvist", "harbourlight"),
      ("20000002@N01", "Łódź nocą", "Zbigniew Żółć", nil),
      ("30000003@N02", "山田 花子", nil, ""),
      ("40000004@N03", "عين الصقر", "ليلى حداد", "ayn-al-saqr"),
      ("50000005@N04", "O'Brien & \"Sons\" <film>", "", nil),
      ("60000006@N07", "🦊 fox/den", "R. Fuchs", "foxden"),
      ("70000007@N08", "city.archive", "City Archive", "city_archive"),
    ] as [(String, String, String?, String?)]).map {
      Photographer(nsid: $0.0, username: $0.1, realName: $0.2, pathAlias: $0.3)
    }

  /// The one with this id.
  static func named(_ nsid: String?) -> Photographer? { all.first { $0.nsid == nsid } }

  /// The photographer's name in addresses.
  var pathName: String {
    guard let pathAlias, !pathAlias.isEmpty else { return nsid }
    return pathAlias
  }

  /// Whether the photo is a favorite of this photographer: some photos of others.
  func hasFavorite(_ photo: Photo) -> Bool {
    guard photo.owner.nsid != nsid else { return false }
    return SeededGenerator(text: nsid, seed: UInt64(photo.index)).chance(.album, oneIn: 4)
  }
}

/// A photoset: each photographer has two.
struct Album: Sendable {
  let owner: Photographer
  let id: String
  private let number: Int

  private static let first = 72_157_720_000_000_000

  /// All albums.
  static let all = (0..<2 * Photographer.all.count).map { place in
    Album(owner: Photographer.all[place / 2], id: String(first + place), number: place % 2)
  }

  /// The one with this id.
  static func named(_ id: String?) -> Album? { all.first { $0.id == id } }

  var title: String { "Album \(id.suffix(2))" }

  func contains(_ photo: Photo) -> Bool {
    photo.albumNumber == number && photo.owner.nsid == owner.nsid
  }
}

/// A group, whose pool has photos of all photographers.
struct Group: Sendable {
  let nsid: String
  let pathAlias: String
  let name: String
  private let tag: String

  static let all = [
    Group(nsid: "1000001@N20", pathAlias: "fog-lovers", name: "Fog & nothing else", tag: "fog"),
    Group(nsid: "1000002@N21", pathAlias: "cats_of_flickr", name: "猫", tag: "cat"),
  ]

  func contains(_ photo: Photo) -> Bool { photo.tags.contains(tag) }
}

/// A gallery: photos of others, selected by its owner. Each photographer has one.
struct PickedGallery: Sendable {
  let owner: Photographer
  /// As in its address.
  let id: String
  private let place: Int

  private static let first = 72_157_719_000_000_000

  /// All galleries.
  static let all = Photographer.all.enumerated().map {
    PickedGallery(owner: $1, id: String(first + $0), place: $0)
  }

  /// The one with this id, which may be prefixed with the owner's number.
  static func named(_ id: String?) -> PickedGallery? {
    all.first { $0.id == id?.split(separator: "-").last.map(String.init) }
  }

  func contains(_ photo: Photo) -> Bool {
    photo.owner.nsid != owner.nsid && photo.index % (Photographer.all.count + 2) == place
  }
}
