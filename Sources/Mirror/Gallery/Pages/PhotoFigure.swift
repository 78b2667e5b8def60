import MirrorCore
import ProviderKit

/// The picture or the video of a photo's page.
struct PhotoFigure {
  let page: PhotoPage
  /// To the photos before and after it.
  let links: [(name: Markup, address: PageAddress)]

  /// Formats that every browser shows as a picture, and as a video.
  private static let pictures: Set<String> = ["jpeg", "png", "gif", "webp", "avif", "bmp"]
  private static let videos: Set<String> = ["mp4", "webm"]

  var markup: Markup {
    let shape = AspectRatio.name(width: pixels.width, height: pixels.height)
    return "<figure class=\"photo \(shape)\">\(content)\(edges)</figure>"
  }

  /// Links over the left and the right edge of a picture. A video has its controls there.
  private var edges: Markup {
    guard !Self.videos.contains(page.exported.format) else { return .empty }
    let shown = links.compactMap { name, address -> Markup? in
      switch name.bytes {
      case Array("prev".utf8):
        "<a class=\"edge before\" href=\"\(address)\" aria-label=\"Previous photo\"><span>‹</span></a>"
      case Array("next".utf8):
        "<a class=\"edge after\" href=\"\(address)\" aria-label=\"Next photo\"><span>›</span></a>"
      default: nil
      }
    }
    return Markup.joined(shown, by: "")
  }

  private var content: Markup {
    let exported = page.exported
    guard page.files.hasPicture else {
      return
        "\(still)<figcaption>The file is missing. <code>photomirror repair</code> fetches it again.</figcaption>"
    }
    let file = page.site.photo(exported.path, from: page.path)
    if page.site.files.isRemote {
      // Nothing is loaded from elsewhere.
      return
        "<a href=\"\(file)\">\(still)</a><figcaption><a href=\"\(file)\">Open the file</a></figcaption>"
    }
    if Self.videos.contains(exported.format) {
      let poster = thumbnail.map { " poster=\"\($0)\"" as Markup }
      return
        "<video controls preload=\"none\"\(size) aria-label=\"\(alternative)\"\(poster) src=\"\(file)\"></video>"
    }
    guard Self.pictures.contains(exported.format) else {
      return
        "<a href=\"\(file)\">\(still)</a><figcaption><a href=\"\(file)\">Open the file</a> (\(exported.format))</figcaption>"
    }
    guard entry.pictures.contains(.preview) else {
      return
        "<a href=\"\(file)\"><img\(size) alt=\"\(alternative)\" src=\"\(file)\"></a>"
    }
    return "<a href=\"\(file)\">\(still)</a>"
  }

  private var entry: Arrangement.Entry { page.arrangement.entries[page.place] }

  /// Turned if the thumbnail, which is upright, has the other orientation; its own if no others are known.
  private var pixels: (width: Int, height: Int) {
    let (width, height) = (page.exported.width, page.exported.height)
    guard width > 0, height > 0 else { return (Int(entry.width), Int(entry.height)) }
    let isTurned =
      (page.files.hasThumbnail || !entry.pictures.isEmpty)
      && (entry.width > entry.height) != (width > height)
      && entry.width != entry.height
    return isTurned ? (height, width) : (width, height)
  }

  private var size: Markup {
    let (width, height) = pixels
    return width > 0 && height > 0 ? " width=\"\(width)\" height=\"\(height)\"" : .empty
  }

  private var alternative: String {
    Captions.alternative(
      PhotoCaption(
        title: page.exported.photo.title, ownerName: page.exported.photo.ownerName, media: nil,
        path: "", thumbnail: nil))
  }

  private var thumbnail: PageAddress? {
    guard page.files.hasThumbnail else { return nil }
    return page.exported.thumbnail.map { page.site.file($0, from: page.path) }
  }

  /// The largest picture besides the file, or a smaller one on a small screen.
  private var still: Markup {
    let source = PictureSource(
      entry, thumbnail: page.files.hasThumbnail ? page.exported.thumbnail : nil, in: page.site,
      from: page.path)
    let shown: Markup =
      "min(100vw, calc(82vh * \(AspectRatio.number(width: pixels.width, height: pixels.height))))"
    guard let attributes = source.attributes(sizes: shown, isWidest: true) else {
      return "<p class=\"none\">No picture</p>"
    }
    // A thumbnail alone is not enlarged.
    let size: Markup = entry.pictures.contains(.preview) ? size : .empty
    return "<img\(size) alt=\"\(alternative)\"\(attributes)>"
  }
}
