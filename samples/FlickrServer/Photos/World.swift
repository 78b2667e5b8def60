/// The photos that the server has: a pure function of their number, so that any number of them
/// costs nothing.
///
/// Photo 0 is the newest. A photo does not depend on how many there are.
struct World: Sendable {
  /// How many photos there are.
  let count: Int
  /// After how many photos their pictures (not their names, dates, addresses) repeat.
  let pictureCount: Int
  /// Every how manyth photo is hidden; nil: none.
  let hiddenEvery: Int?
  /// Every how manyth photo is a video; nil: none.
  let videoEvery: Int?

  /// More would have been uploaded before there was a Flickr.
  static let countLimit = 10_000_000
  private static let newestID: Int64 = 54_321_000_000
  private static let idStep: Int64 = 97

  /// The photo at a place in `0..<count`, newest first.
  func photo(at index: Int) -> Photo {
    let dice = Dice(seed: UInt64(index))
    let jitter = Int64(dice.number(.idJitter) % UInt64(World.idStep))
    return Photo(
      index: index, id: World.newestID - Int64(index) * World.idStep - jitter, dice: dice,
      look: Dice(seed: UInt64(index % pictureCount)))
  }

  /// The photo with this id, or nil.
  func photo(id: String) -> Photo? {
    guard let number = Int64(id), number > 0, number <= World.newestID else { return nil }
    let index = (World.newestID - number) / World.idStep
    guard index < count else { return nil }
    let photo = photo(at: Int(index))
    return String(photo.id) == id ? photo : nil
  }

  /// Whether listings count the photo but leave it out, as Flickr does with what a client may not see.
  func isHidden(_ photo: Photo) -> Bool {
    hiddenEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// Whether it is a video: the addresses in its listing are still pictures of it.
  func isVideo(_ photo: Photo) -> Bool {
    videoEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// All of them, computed one by one as they are reached for.
  var photos: some RandomAccessCollection<Photo> { (0..<count).lazy.map(photo(at:)) }
}
