/// The supported methods of Flickr's API (flickr.com/services/api).
struct Methods: Sendable {
  let world: World
  /// Whether listings contain addresses; otherwise clients must call getSizes.
  let listsAddresses: Bool

  /// Answers a call.
  func answer(_ call: Call) throws(CallFailure) -> JSON {
    guard call["format"] == "json", call["nojsoncallback"] == "1" else {
      throw CallFailure(111, "Format \"\(call["format"] ?? "rest")\" not found")
    }
    guard call.hasValidKey else { throw .invalidKey }
    switch call.method {
    case "flickr.photos.getRecent": return listing(world.photos, call)
    case "flickr.photos.search": return try search(call)
    case "flickr.people.getPublicPhotos": return try publicPhotos(call)
    case "flickr.people.getPhotos":
      _ = try login(call)
      return try publicPhotos(call)
    case "flickr.people.getPhotosOf": return try photosOf(call)
    case "flickr.people.getInfo": return try person(call)
    case "flickr.people.getPublicGroups": return try groups(call)
    case "flickr.people.findByUsername": return try findByUsername(call)
    case "flickr.photosets.getList": return try albums(call)
    case "flickr.galleries.getList": return try galleries(call)
    case "flickr.contacts.getPublicList", "flickr.contacts.getList": return try contacts(call)
    case "flickr.collections.getTree": return try collections(call)
    case "flickr.interestingness.getList": return explore(call)
    case "flickr.favorites.getList", "flickr.favorites.getPublicList": return try favorites(call)
    case "flickr.test.login": return try login(call)
    case "flickr.photosets.getPhotos": return try album(call)
    case "flickr.groups.pools.getPhotos": return try pool(call)
    case "flickr.galleries.getPhotos": return try gallery(call)
    case "flickr.photos.getSizes": return try sizes(call)
    case "flickr.photos.getInfo": return try info(call)
    case "flickr.photos.comments.getList": return try comments(call)
    case "flickr.photos.getExif": return try exif(call)
    case "flickr.photos.people.getList": return try people(call)
    case "flickr.photos.geo.getLocation": return try location(call)
    case "flickr.photos.getAllContexts": return try contexts(call)
    case "flickr.urls.lookupUser": return try lookupUser(call)
    case "flickr.urls.lookupGroup": return try lookupGroup(call)
    default: throw CallFailure(112, "Method \"\(call.method)\" not found")
    }
  }

  /// The photo that the call names.
  func photo(_ call: Call) throws(CallFailure) -> Photo {
    // Flickr does not tell a private photo from one that does not exist.
    guard let photo = world.photo(id: call["photo_id"] ?? ""),
      !world.isOne(.private, photo) || call.viewer?.nsid == photo.owner.nsid
    else { throw .photoNotFound }
    return photo
  }

  /// The account that the call names.
  func owner(_ call: Call) throws(CallFailure) -> Photographer {
    guard let owner = Photographer.named(call["user_id"]) else { throw .userNotFound }
    return owner
  }
}
