import ProviderKit

/// The answer of `flickr.photos.getSizes`: `{"sizes": {"size": [{"label": "Square", …}]}}`.
struct FlickrSizes {
  private let sizes: [JSONValue]
  private let photo: Photo

  /// - Throws: ``ProviderFailure`` with `.malformed` where there are no sizes in the answer.
  init(_ answer: JSONValue, of photo: Photo) throws(ProviderFailure) {
    guard case .array(let sizes) = answer["sizes"]["size"] else {
      throw ProviderFailure(.malformed, "flickr's answer to flickr.photos.getSizes holds no sizes")
    }
    self.sizes = sizes
    self.photo = photo
  }

  /// The sizes that are pictures. Of a video Flickr lists its still frames too, its "Original" among
  /// them, and a player that is a program.
  /// - Throws: ``ProviderFailure`` with `.photo` where this is a video, or nothing is offered.
  func renditions() throws(ProviderFailure) -> [Rendition] {
    guard !sizes.contains(where: isVideo) else {
      throw ProviderFailure(.photo, "photo \(photo.id) is a video, which is not mirrored yet")
    }
    let renditions = sizes.compactMap { size in
      Rendition(
        flickr: size["label"].string ?? "Unnamed", url: size["source"], width: size["width"],
        height: size["height"])
    }
    guard !renditions.isEmpty else {
      throw ProviderFailure(.photo, "flickr offers no size of photo \(photo.id)")
    }
    return renditions
  }

  private func isVideo(_ size: JSONValue) -> Bool {
    let media = size["media"].string ?? "photo"
    return media != "photo" || size["source"].string?.hasSuffix(".swf") == true
  }
}
