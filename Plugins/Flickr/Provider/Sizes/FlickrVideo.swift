import ProviderKit

/// A stream that Flickr offers of a video, by its label in `flickr.photos.getSizes`.
struct FlickrVideo {
  let label: String
  let url: String
  let width: Int?
  let height: Int?

  /// Nil for a still, for the player, which is a program, and without an address.
  init?(_ size: JSONValue) {
    guard size["media"].string == "video", let label = size["label"].string, !label.isEmpty,
      label != "Video Player", let url = size["source"].string, url.isWebVideo
    else { return nil }
    (self.label, self.url) = (label, url)
    (width, height) = (
      size["width"].int.flatMap { $0 > 0 ? $0 : nil },
      size["height"].int.flatMap { $0 > 0 ? $0 : nil }
    )
  }

  /// From the best to the worst. Old uploads have numbers of lines or kilobits for labels, new ones lines.
  static let ranking = [
    "video original", "1080p", "hd mp4", "720p", "site mp4", "700", "360p", "288p",
    "mobile mp4", "300", "100", "appletv", "iphone_wifi",
  ]

  /// The place in ``ranking``. A label that is not in it has the place of the first one with fewer pixels, or
  /// the one after 288p if its pixels are not stated.
  var rank: (place: Int, fewerPixels: Int) {
    if let place = Self.ranking.firstIndex(of: label.lowercased()) { return (place, 0) }
    let lines = min(width ?? 0, height ?? 0)
    let place =
      Self.lines.first { lines > 0 && lines >= $0.lines }?.place ?? Self.afterLines
    return (place, -lines)
  }

  /// The labels that state their lines, by their places.
  private static let lines: [(lines: Int, place: Int)] = [
    (lines: 1080, place: 1), (720, 3), (360, 6), (288, 7),
  ]
  private static let afterLines = 8

  /// The streams of a video, the best first.
  static func all(in sizes: [JSONValue]) -> [FlickrVideo] {
    sizes.compactMap(FlickrVideo.init).enumerated().sorted {
      ($0.element.rank.place, $0.element.rank.fewerPixels, $0.offset)
        < ($1.element.rank.place, $1.element.rank.fewerPixels, $1.offset)
    }.map(\.element)
  }
}

extension FlickrVideo {
  /// The address redirects to a signed one, which is good for minutes: each transfer and each resume asks for
  /// it anew, and it is not stored.
  var rendition: Rendition {
    Rendition(
      label: label, url: url, width: width, height: height,
      isOriginal: label.lowercased() == FlickrVideo.ranking[0], media: .video)
  }
}

extension String {
  /// Whether this can be the address of a stream: the player's is that of a Flash program.
  fileprivate var isWebVideo: Bool {
    (hasPrefix("https://") || hasPrefix("http://"))
      && !prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".swf")
  }
}
