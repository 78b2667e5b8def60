import Catalog
import Foundation
import ProviderKit

/// Between a listing's photos and the catalog's rows.
extension NewPhoto {
  /// - Parameter index: its place within its page, counted from 0.
  init(_ photo: Photo, site: String?, index: Int = 0) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.init(
      photo: photo.id, site: site, stem: FileStem(of: photo).path,
      listing: String(decoding: try encoder.encode(photo), as: UTF8.self), metadata: photo,
      index: index)
  }
}

extension PhotoRecord {
  /// The photo as its listing told of it; nil once it is mirrored, and where that cannot be read.
  func photo() -> Photo? {
    listing.flatMap { try? JSONDecoder().decode(Photo.self, from: Data($0.utf8)) }
  }
}

extension PhotoRecord {
  /// The photo as far as the catalog alone tells of it: where its file came from. Its owner's name is
  /// that of its folder.
  func bare() -> Photo {
    Photo(
      id: photo, owner: stem.split(separator: "/").first.map(String.init) ?? "",
      renditions: address.map { [Rendition(label: label, url: $0)] } ?? [])
  }
}

extension PhotoRecord {
  /// The size of which the mirrored file is, as a listing has it now.
  func mirroredRendition(of photo: Photo) -> Rendition? {
    label.isEmpty ? nil : photo.renditions.first { $0.label == label }
  }

  /// Whether the listing gives the mirrored size another address: the site has another picture, or has
  /// moved it. Hosts and queries change for other reasons. Nil where the listing does not tell.
  func isReplaced(by photo: Photo) -> Bool? {
    guard let address, let now = mirroredRendition(of: photo) else { return nil }
    return now.path != Rendition(label: label, url: address).path
  }
}

extension Photo {
  /// The addresses of its files without their queries, in which sites put what passes: signatures, times.
  var places: Set<Substring> { Set(renditions.map(\.place)) }
}

extension Rendition {
  /// The address without query and fragment.
  var place: Substring { url.prefix { $0 != "?" && $0 != "#" } }

  /// The same without scheme and host.
  fileprivate var path: Substring {
    place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first
      ?? ""
  }
}

extension PhotoFacts {
  init(_ photo: Photo) { self.init(id: photo.id, owner: photo.owner, title: photo.title) }
}

extension UnavailableFacts {
  init(_ refusal: Refusal, wasAsked: Bool) {
    self.init(reason: refusal.reason, since: refusal.since, wasAsked: wasAsked)
  }
}
