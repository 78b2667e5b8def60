/// A photoset: each photographer has two.
struct Album: Sendable {
  let owner: Photographer
  private let number: Int

  private static let firstID = 72_157_720_000_000_000

  /// Nil: there is none.
  init?(id: String) {
    guard let value = Int(id), value >= Album.firstID, String(value) == id else { return nil }
    let (owner, number) = (value - Album.firstID).quotientAndRemainder(dividingBy: 2)
    guard owner < Photographer.all.count else { return nil }
    self.owner = Photographer.all[owner]
    self.number = number
  }

  func contains(_ photo: Photo) -> Bool {
    photo.albumNumber == number && photo.owner.nsid == owner.nsid
  }

  /// The ids of all albums.
  static var ids: [String] { (0..<(2 * Photographer.all.count)).map { String(firstID + $0) } }
}
