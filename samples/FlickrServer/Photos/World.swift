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
  /// By the photo's index.
  private var changes: [Int: PhotoChange] = [:]
  /// Whether albums show their oldest photos first.
  private(set) var areAlbumsReversed = false
  /// Indexes of removed photos, in order.
  private var removed: [Int] = []

  init(
    count: Int, pictureCount: Int, hiddenEvery: Int?, videoEvery: Int?, privateEvery: Int? = nil,
    touchedEvery: Int? = nil
  ) {
    (self.count, self.pictureCount, self.hiddenEvery) = (count, pictureCount, hiddenEvery)
    (self.videoEvery, self.privateEvery) = (videoEvery, privateEvery)
    self.touchedEvery = touchedEvery
  }

  /// More photos would have upload dates before Flickr existed.
  static let countLimit = 10_000_000
  private static let newestID: Int64 = 54_321_000_000
  private static let idStep: Int64 = 97

  /// The photo with an index in `0..<count`, newest first.
  func photo(at index: Int) -> Photo {
    let random = SeededGenerator(seed: UInt64(index))
    let jitter = Int64(random.number(.idJitter) % UInt64(World.idStep))
    var photo = Photo(
      index: index, id: World.newestID - Int64(index) * World.idStep - jitter, random: random,
      look: SeededGenerator(seed: UInt64(index % pictureCount)))
    if let change = changes[index] {
      (photo.version, photo.newTitle) = (change.version, change.title)
      if change.version > 0 {
        photo.look = SeededGenerator(seed: photo.look.number(.scene) &+ change.version)
      }
    }
    return photo
  }

  mutating func reverseAlbums() { areAlbumsReversed.toggle() }

  /// Changes a photo.
  /// - Returns: Whether the arguments are valid.
  mutating func change(_ index: Int, _ arguments: [String: String]) -> Bool {
    var change = changes[index] ?? PhotoChange()
    guard change.apply(arguments) else { return false }
    changes[index] = change
    removed = changes.filter { $0.value.state == .removed }.keys.sorted()
    return true
  }

  /// The index of the photo that would have this id.
  static func index(ofID id: String) -> Int? {
    guard let number = Int64(id), number > 0, number <= newestID else { return nil }
    return Int((newestID - number) / idStep)
  }

  /// The photo with this id, or nil.
  func photo(id: String) -> Photo? {
    guard let index = World.index(ofID: id), index < count, changes[index]?.state != .removed
    else { return nil }
    let photo = photo(at: index)
    return String(photo.id) == id ? photo : nil
  }

  /// Whether listings count the photo but leave it out, as Flickr does with photos that a client
  /// may not see.
  func isHidden(_ photo: Photo) -> Bool {
    changes[photo.index]?.state == .hidden
      || hiddenEvery.map { photo.index % $0 == $0 - 1 } ?? false
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
  var photos: some RandomAccessCollection<Photo> {
    (0..<max(0, count - removed.count)).lazy.map { number in
      // Few photos are ever removed.
      photo(at: removed.reduce(number) { $1 <= $0 ? $0 + 1 : $0 })
    }
  }
}
