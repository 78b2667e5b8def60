import Locking
import MirrorTesting
import ProviderKit

@testable import MirrorCore

/// A provider of one photo whose sizes need a call.
struct SizesSite: DirectProvider {
  let manifest: Manifest
  private let photo: Photo
  private let sizes: [Rendition]
  private let asked = Locked(0)

  /// - Parameter placeholders: Parts of the addresses of the site's images for unavailable photos.
  init(photo: Photo, sizes: [Rendition], placeholders: [String] = []) {
    (self.photo, self.sizes) = (photo, sizes)
    manifest = Manifest(
      name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")],
      placeholders: placeholders, formats: ["mp4"])
  }

  /// How often it described a request for sizes.
  var calls: Int { asked.withLock(\.self) }

  func pageRequest(for query: PageQuery) throws -> RequestDescription {
    RequestDescription(url: "http://site/page/")
  }

  func page(from answer: Answer, for query: PageQuery) throws -> Page { Page(photos: [photo]) }

  func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    asked.withLock { $0 += 1 }
    return RequestDescription(url: "http://site/page/sizes")
  }

  func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    sizes
  }
}
