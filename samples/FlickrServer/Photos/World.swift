/// The photos of the server: a pure function of their number, so that any number costs nothing.
///
/// Photo 0 is the newest. A photo does not depend on the total.
struct World: Sendable {
  /// How many photos there are.
  let count: Int
  /// After how many photos their images (not their names, dates and addresses) repeat.
  let pictureCount: Int
  /// Every Kth photo is hidden; nil for none.
  let hiddenEvery: Int?
  /// Every Kth photo is a video; nil for none.
  let videoEvery: Int?
  /// Every Kth photo of an account is private; nil for none.
  var privateEvery: Int?
  /// Every Kth photo was changed a day after its upload; nil for none.
  var touchedEvery: Int?

  /// More photos would have upload dates before Flickr existed.
  static let countLimit = 10_000_000
  private static let newestID: Int64 = 54_321_000_000
  private static let idStep: Int64 = 97

  /// The photo with an index in `0..<count`, newest first.
  func photo(at index: Int) -> Photo {
    let random = SeededGenerator(seed: UInt64(index))
    let jitter = Int64(random.number(.idJitter) % UInt64(World.idStep))
    return Photo(
      index: index, id: World.newestID - Int64(index) * World.idStep - jitter, random: random,
      look: SeededGenerator(seed: UInt64(index % pictureCount)))
  }

  /// The photo with this id, or nil.
  func photo(id: String) -> Photo? {
    guard let number = Int64(id), number > 0, number <= World.newestID else { return nil }
    let index = (World.newestID - number) / World.idStep
    guard index < count else { return nil }
    let photo = photo(at: Int(index))
    return String(photo.id) == id ? photo : nil
  }

  /// Whether listings count the photo but leave it out, as Flickr does with photos that a client
  /// may not see.
  func isHidden(_ photo: Photo) -> Bool {
    hiddenEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// Whether only its owner may see it. To others it is hidden.
  func isPrivate(_ photo: Photo) -> Bool {
    privateEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// Whether it was changed later: it then has one more comment.
  func isTouched(_ photo: Photo) -> Bool {
    touchedEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// When anything about it last changed, seconds since 1970.
  func updated(_ photo: Photo) -> Int { photo.uploaded + (isTouched(photo) ? 86_400 : 7200) }

  /// Whether listings leave the photo out for an account, or for everybody if that is nil.
  func isHidden(_ photo: Photo, from viewer: Photographer?) -> Bool {
    isHidden(photo) || isPrivate(photo) && viewer?.nsid != photo.owner.nsid
  }

  /// Whether it is a video: the addresses in its listing are still images.
  func isVideo(_ photo: Photo) -> Bool {
    videoEvery.map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// All photos, computed lazily.
  var photos: some RandomAccessCollection<Photo> { (0..<count).lazy.map(photo(at:)) }
}
