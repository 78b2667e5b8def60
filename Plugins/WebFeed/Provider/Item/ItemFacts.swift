import ProviderKit

/// An item of a feed without its texts: what its photos have in common, and its pictures.
struct ItemFacts {
  /// Without renditions; its id is the item's, or that of its first picture.
  let photo: Photo
  /// Whether the item has an id of its own.
  let isNamed: Bool
  /// The sizes of each picture.
  let pictures: [[Rendition]]

  /// A photo for each picture. The first has the item's id, so that a picture added later does not change it.
  /// - Parameters:
  ///   - isTaken: Whether a picture is a photo of this item.
  ///   - identify: The id of an item without a name, by the address of its first picture.
  func photos(
    where isTaken: ([Rendition]) -> Bool, identify: (String) -> FeedIdentity
  ) -> [Photo] {
    let taken = pictures.filter(isTaken)
    guard let first = taken.first?.first else { return [] }
    var photo = photo
    if !isNamed {
      let identity = identify(first.url)
      (photo.id, photo.site) = (identity.id, identity.site)
    }
    let name = photo.id
    return taken.enumerated().map { index, renditions in
      if index > 0 { photo.id = "\(name)#\(index + 1)" }
      photo.renditions = renditions
      return photo
    }
  }
}
