/// A group: its pool has photos of everybody.
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

/// A gallery: photos of others that somebody has picked.
struct PickedGallery: Sendable {
  let owner: Photographer
  private let place: Int

  /// Of all galleries: each photographer has one.
  static let ids = 72_157_719_000_000_000...(72_157_718_999_999_999 + Photographer.all.count)

  /// Nil: there is none. An id may have the owner's number before it.
  init?(id: String) {
    let number = id.split(separator: "-").last.map(String.init) ?? ""
    guard let value = Int(number), PickedGallery.ids.contains(value), String(value) == number else {
      return nil
    }
    place = value - PickedGallery.ids.lowerBound
    owner = Photographer.all[place]
  }

  func contains(_ photo: Photo) -> Bool {
    photo.owner.nsid != owner.nsid && photo.index % (Photographer.all.count + 2) == place
  }
}

extension Photographer {
  /// Whether the photo is one of this photographer's favorites: some of other people's.
  func hasFavorite(_ photo: Photo) -> Bool {
    guard photo.owner.nsid != nsid else { return false }
    return Dice(text: nsid, seed: UInt64(photo.index)).chance(.album, oneIn: 4)
  }
}
