/// An owner of photos.
struct Photographer: Sendable {
  let nsid: String
  let username: String
  /// Nil if Flickr leaves it out.
  let realName: String?
  /// Nil or empty for none, as at Flickr.
  let pathAlias: String?

  static let all = [
    Photographer(
      nsid: "10000001@N00", username: "harbourlight", realName: "Ada Lindqvist",
      pathAlias: "harbourlight"),
    Photographer(
      nsid: "20000002@N01", username: "Łódź nocą", realName: "Zbigniew Żółć", pathAlias: nil),
    Photographer(nsid: "30000003@N02", username: "山田 花子", realName: nil, pathAlias: ""),
    Photographer(
      nsid: "40000004@N03", username: "عين الصقر", realName: "ليلى حداد", pathAlias: "ayn-al-saqr"),
    Photographer(
      nsid: "50000005@N04", username: "O'Brien & \"Sons\" <film>", realName: "", pathAlias: nil),
    Photographer(
      nsid: "60000006@N07", username: "🦊 fox/den", realName: "R. Fuchs", pathAlias: "foxden"),
    Photographer(
      nsid: "70000007@N08", username: "city.archive", realName: "City Archive",
      pathAlias: "city_archive"),
  ]

  /// The photographer's name in addresses.
  var pathName: String {
    guard let pathAlias, !pathAlias.isEmpty else { return nsid }
    return pathAlias
  }
}

/// A photoset: each photographer has two.
struct Album: Sendable {
  let owner: Photographer
  let id: String
  private let number: Int

  /// The ids of all albums.
  static let ids = 72_157_720_000_000_000...(72_157_719_999_999_999 + 2 * Photographer.all.count)

  /// All albums.
  static let all = ids.compactMap { Album(id: String($0)) }

  /// Nil: there is none.
  init?(id: String) {
    guard let value = Int(id), Album.ids.contains(value), String(value) == id else { return nil }
    let place = value - Album.ids.lowerBound
    self.id = id
    owner = Photographer.all[place / 2]
    number = place % 2
  }

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

/// A gallery: photos of others, selected by its owner.
struct PickedGallery: Sendable {
  let owner: Photographer
  /// As in its address.
  let id: String
  private let place: Int

  /// The ids of all galleries; each photographer has one.
  static let ids = 72_157_719_000_000_000...(72_157_718_999_999_999 + Photographer.all.count)

  /// All galleries.
  static let all = ids.compactMap { PickedGallery(id: String($0)) }

  /// Nil if there is none. The id may be prefixed with the owner's number.
  init?(id: String) {
    let number = id.split(separator: "-").last.map(String.init) ?? ""
    guard let value = Int(number), PickedGallery.ids.contains(value), String(value) == number else {
      return nil
    }
    self.id = number
    place = value - PickedGallery.ids.lowerBound
    owner = Photographer.all[place]
  }

  func contains(_ photo: Photo) -> Bool {
    photo.owner.nsid != owner.nsid && photo.index % (Photographer.all.count + 2) == place
  }
}

extension Photographer {
  /// Whether the photo is a favorite of this photographer: some photos of others.
  func hasFavorite(_ photo: Photo) -> Bool {
    guard photo.owner.nsid != nsid else { return false }
    return SeededGenerator(text: nsid, seed: UInt64(photo.index)).chance(.album, oneIn: 4)
  }
}
