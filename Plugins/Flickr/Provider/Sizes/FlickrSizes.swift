import ProviderKit

/// A size that Flickr makes of a photo (https://www.flickr.com/services/api/misc.urls.html).
struct FlickrSize {
  /// The suffix of `url_`, `width_` and `height_` in a listing; not the suffix of the file's name.
  let letter: String
  /// Its label in `flickr.photos.getSizes`.
  let label: String
  /// The names of its members in a listing.
  private let url, width, height: String

  private init(letter: String, label: String) {
    (self.letter, self.label) = (letter, label)
    (url, width, height) = ("url_\(letter)", "width_\(letter)", "height_\(letter)")
  }

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
    Rendition(flickr: label, url: entry[url], width: entry[width], height: entry[height])
  }
}

extension FlickrSize {
  /// Why a listing has no original and no size above 1024 pixels; nil if it has, or if it does not say why.
  ///
  /// Since 2025 Flickr gives others a free account's photos only up to 1024 pixels
  /// (https://www.flickrhelp.com, "Download permissions"); an owner may forbid downloads of the original.
  static func limit(of renditions: [Rendition], in entry: JSONValue) -> SizeLimit? {
    guard !renditions.isEmpty, !renditions.contains(where: \.isOriginal) else { return nil }
    let largest = renditions.map { max($0.width ?? 0, $0.height ?? 0) }.max() ?? 0
    if entry["ispro"].bool == false, largest == accountLimit { return .account }
    return entry["can_download"].bool == false ? .owner : nil
  }

  /// The longest edge of a free account's photos for others, in pixels.
  private static let accountLimit = 1024
}

extension Rendition {
  /// A rendition from its fields; nil without an address.
  init?(
    flickr label: String, url: JSONValue, width: @autoclosure () -> JSONValue,
    height: @autoclosure () -> JSONValue
  ) {
    guard let url = url.string, url.hasPrefix("https://") || url.hasPrefix("http://") else {
      return nil
    }
    self.init(
      label: label, url: url, width: Rendition.edge(width()), height: Rendition.edge(height()),
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
      throw ProviderFailure(.malformed, "flickr's answer to flickr.photos.getSizes has no sizes")
    }
    self.sizes = sizes
    self.photo = photo
  }

  /// The streams of a video, the best first, and then its stills, among which is an "Original"; or the sizes of
  /// a photo.
  /// - Throws: ``ProviderFailure`` with `.photo` if none is offered.
  func renditions() throws(ProviderFailure) -> [Rendition] {
    let streams = FlickrVideo.all(in: sizes).map(\.rendition)
    var stills = sizes.filter { !isVideo($0) }.compactMap { size in
      Rendition(
        flickr: size["label"].string ?? "Unnamed", url: size["source"], width: size["width"],
        height: size["height"])
    }
    guard photo.media == .video || sizes.contains(where: isVideo) else {
      guard !stills.isEmpty else { throw none("size") }
      return stills
    }
    guard !streams.isEmpty else { throw none("stream") }
    for index in stills.indices {
      (stills[index].media, stills[index].isOriginal) = (.photo, false)
    }
    return streams + stills
  }

  private func none(_ what: String) -> ProviderFailure {
    ProviderFailure(
      .photo, "flickr offers no \(what) of \(photo.media == .video ? "video" : "photo") \(photo.id)"
    )
  }

  private func isVideo(_ size: JSONValue) -> Bool {
    let media = size["media"].string ?? "photo"
    return media != "photo" || size["source"].string?.hasSuffix(".swf") == true
  }
}
