import ProviderKit

/// A size that Flickr makes of a photo (https://www.flickr.com/services/api/misc.urls.html).
struct FlickrSize {
  /// The suffix of `url_`, `width_` and `height_` in a listing; not the suffix of the file's name.
  let letter: String
  /// Its label in `flickr.photos.getSizes`.
  let label: String

  /// From the smallest to the largest; the two squares are cropped.
  static let all = [
    FlickrSize(letter: "sq", label: "Square"),
    FlickrSize(letter: "q", label: "Large Square"),
    FlickrSize(letter: "t", label: "Thumbnail"),
    FlickrSize(letter: "s", label: "Small"),
    FlickrSize(letter: "n", label: "Small 320"),
    FlickrSize(letter: "w", label: "Small 400"),
    FlickrSize(letter: "m", label: "Medium"),
    FlickrSize(letter: "z", label: "Medium 640"),
    FlickrSize(letter: "c", label: "Medium 800"),
    FlickrSize(letter: "l", label: "Large"),
    FlickrSize(letter: "h", label: "Large 1600"),
    FlickrSize(letter: "k", label: "Large 2048"),
    FlickrSize(letter: "3k", label: "X-Large 3K"),
    FlickrSize(letter: "4k", label: "X-Large 4K"),
    FlickrSize(letter: "f", label: "X-Large 4K 2:1"),
    FlickrSize(letter: "5k", label: "X-Large 5K"),
    FlickrSize(letter: "6k", label: "X-Large 6K"),
    FlickrSize(letter: "o", label: "Original"),
  ]

  /// This size in a listing's entry; nil if it is absent and so not offered.
  func rendition(in entry: JSONValue) -> Rendition? {
    Rendition(
      flickr: label, url: entry["url_\(letter)"], width: entry["width_\(letter)"],
      height: entry["height_\(letter)"])
  }
}

extension Rendition {
  /// A rendition from its fields; nil without an address.
  init?(flickr label: String, url: JSONValue, width: JSONValue, height: JSONValue) {
    guard let url = url.string, url.hasPrefix("https://") || url.hasPrefix("http://") else {
      return nil
    }
    self.init(
      label: label, url: url, width: Rendition.edge(width), height: Rendition.edge(height),
      isOriginal: label == "Original")
  }

  /// Flickr writes edges as numbers and as strings in one answer, and unknown ones as "" or 0.
  private static func edge(_ value: JSONValue) -> Int? {
    value.int.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// The answer of `flickr.photos.getSizes`: `{"sizes": {"size": [{"label": "Square", …}]}}`.
struct FlickrSizes {
  private let sizes: [JSONValue]
  private let photo: Photo

  /// - Throws: ``ProviderFailure`` with `.malformed` if the answer contains no sizes.
  init(_ answer: JSONValue, of photo: Photo) throws(ProviderFailure) {
    guard case .array(let sizes) = answer["sizes"]["size"] else {
      throw ProviderFailure(.malformed, "flickr's answer to flickr.photos.getSizes holds no sizes")
    }
    self.sizes = sizes
    self.photo = photo
  }

  /// The sizes that are images. For a video Flickr also lists its still frames, among them an
  /// "Original", and a player that is a program.
  /// - Throws: ``ProviderFailure`` with `.photo` for a video, or if no size is offered.
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
