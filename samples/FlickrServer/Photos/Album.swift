/// A photoset: each photographer has two.
struct Album: Sendable {
  let owner: Photographer
  private let number: Int

  /// Of all albums.
  static let ids = 72_157_720_000_000_000...(72_157_719_999_999_999 + 2 * Photographer.all.count)

  /// Nil: there is none.
  init?(id: String) {
    guard let value = Int(id), Album.ids.contains(value), String(value) == id else { return nil }
    let place = value - Album.ids.lowerBound
    owner = Photographer.all[place / 2]
    number = place % 2
  }

  func contains(_ photo: Photo) -> Bool {
    photo.albumNumber == number && photo.owner.nsid == owner.nsid
  }
}
