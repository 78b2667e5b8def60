/// The photos of the server: a pure function of their number, so that any number costs nothing.
///
/// Photo 0 is the newest. A photo does not depend on the total.
struct World: Sendable {
  /// How many photos there are.
  let count: Int
  /// After how many photos their images (not their names, dates and addresses) repeat.
  let pictureCount: Int
  private let every: [Every: Int]
  /// By the photo's index.
  private var changes: [Int: PhotoChange] = [:]
  /// Whether albums show their oldest photos first.
  var areAlbumsReversed = false
  /// Indexes of removed photos, in order.
  private var removed: [Int] = []

  init(_ options: Options) {
    (count, pictureCount, every) = (options.photoCount, options.pictureCount, options.every)
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

  /// Changes the photo that the arguments name.
  /// - Returns: Whether there is one, and they are valid.
  mutating func change(_ arguments: [String: String]) -> Bool {
    guard let index = World.index(ofID: arguments["photo"] ?? ""), index < count else {
      return false
    }
    var change = changes[index] ?? PhotoChange()
    guard change.apply(arguments) else { return false }
    changes[index] = change
    removed = changes.filter { $0.value.state == .removed }.keys.sorted()
    return true
  }

  /// The index of the photo that would have this id.
  private static func index(ofID id: String) -> Int? {
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

  /// Whether it is one of every K.
  func isOne(_ trait: Every, _ photo: Photo) -> Bool {
    every[trait].map { photo.index % $0 == $0 - 1 } ?? false
  }

  /// Whether listings count the photo but leave it out for an account, or for everybody if that is nil: as Flickr does
  /// with photos that a client may not see.
  func isHidden(_ photo: Photo, from viewer: Photographer?) -> Bool {
    changes[photo.index]?.state == .hidden || isOne(.hidden, photo)
      || isOne(.private, photo) && viewer?.nsid != photo.owner.nsid
  }

  /// All photos, computed lazily.
  var photos: some RandomAccessCollection<Photo> {
    (0..<max(0, count - removed.count)).lazy.map { number in
      // Few photos are ever removed.
      photo(at: removed.reduce(number) { $1 <= $0 ? $0 + 1 : $0 })
    }
  }
}
