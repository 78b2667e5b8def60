/// A stream of a video: a file of boxes whose data means nothing (ISO/IEC 14496-12, 4.2).
struct VideoStream {
  let photo: Photo
  /// As in `flickr.photos.getSizes`.
  let label: String
  let width: Int
  let height: Int

  /// From the worst to the best, as Flickr lists them.
  static func all(of photo: Photo) -> [VideoStream] {
    [("360p", 640, 360), ("720p", 1280, 720)].map {
      VideoStream(photo: photo, label: $0.0, width: $0.1, height: $0.2)
    }
  }

  /// The path that redirects to a signed address.
  var playPath: String {
    "/photos/\(photo.owner.pathName)/\(photo.id)/play/\(label)/\(photo.secret)/"
  }

  var bytes: [UInt8] {
    let brand = Self.box("ftyp", Array("M4V \0\0\0\0M4V mp42".utf8))
    let edges = Self.number(width << 16) + Self.number(height << 16)
    let track = Self.box("trak", Self.box("tkhd", [UInt8](repeating: 0, count: 76) + edges))
    var data = [UInt8](repeating: 0, count: width * 128)
    for index in data.indices {
      data[index] = UInt8(truncatingIfNeeded: index &* 31 &+ photo.index)
    }
    return brand + Self.box("moov", track) + Self.box("mdat", data)
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    var box = number(content.count + 8)
    box += Array(kind.utf8)
    box += content
    return box
  }

  private static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
