/// The methods of Flickr's API that the server answers (flickr.com/services/api).
struct Methods: Sendable {
  let world: World
  /// False: listings carry no addresses, so that clients have to ask getSizes.
  let listsAddresses: Bool

  /// What the method of `call` gives.
  func answer(_ call: Call) throws(CallFailure) -> Element {
    guard call.hasValidKey else { throw .invalidKey }
    switch call.method {
    case "flickr.photos.getRecent": return recent(call)
    case "flickr.photos.search": return try search(call)
    case "flickr.people.getPublicPhotos", "flickr.people.getPhotos": return try publicPhotos(call)
    case "flickr.photosets.getPhotos": return try album(call)
    case "flickr.favorites.getPublicList": return try favorites(call)
    case "flickr.groups.pools.getPhotos": return try pool(call)
    case "flickr.galleries.getPhotos": return try gallery(call)
    case "flickr.photos.getSizes": return try sizes(call)
    case "flickr.photos.getInfo": return try info(call)
    case "flickr.urls.lookupUser": return try lookupUser(call)
    case "flickr.urls.lookupGroup": return try lookupGroup(call)
    default: throw .noMethod(call.method)
    }
  }

  /// The photo that the call names.
  func photo(_ call: Call) throws(CallFailure) -> Photo {
    guard let photo = world.photo(id: call["photo_id"] ?? "") else { throw .photoNotFound }
    return photo
  }
}
