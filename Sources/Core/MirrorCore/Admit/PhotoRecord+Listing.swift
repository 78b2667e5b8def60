import ProviderKit
import SystemCalls

extension PhotoRecord {
  /// The photo's files; nil if it is not mirrored.
  package var storedFiles: StoredFiles? {
    guard isMirrored, let path else { return nil }
    return StoredFiles(path: path, stem: stem, thumbnail: thumbnail)
  }

  /// The photo with only what the catalog knows: its metadata and the address of its file. Without metadata,
  /// the folder's name is its owner's name.
  func withoutListing(_ metadata: Photo?) -> Photo {
    var photo =
      metadata
      ?? Photo(id: photo, owner: stem.pathParts.first ?? "")
    photo.renditions = address.map { [Rendition(label: label, url: $0)] } ?? []
    return photo
  }

  /// Whether it is a video from an account's export, which has no stills, and the listing shows one.
  func lacksStill(shownBy photo: Photo) -> Bool {
    photo.media == .video && isMirrored && thumbnail == .absent && address == nil
      && photo.renditions.contains { $0.media == .photo }
  }

  /// The rendition of the mirrored file, as a listing describes it now.
  func mirroredRendition(of photo: Photo) -> Rendition? {
    label.isEmpty ? nil : photo.renditions.first { $0.label == label }
  }

  /// Whether the listing gives the mirrored size another address, another digest or other pixels: the site
  /// replaced or moved the picture. Hosts and queries are ignored, because they change for other reasons, and so
  /// is the time of the last change, which comments and tags change too. Nil if the listing does not say.
  package func isReplaced(by photo: Photo) -> Bool? {
    let now = mirroredRendition(of: photo)
    if let address, let now {
      if now.path != Rendition(label: label, url: address).path { return true }
    } else if let mark = photo.mark, let shown = picture?.shown, Photo.isOther(mark, than: shown) {
      // It is an adopted file, or the site offers other sizes now: of the same picture, or of another.
      return true
    }
    guard let now else { return nil }
    guard let isOther = isOther(now) else { return address == nil ? nil : false }
    return isOther
  }

  /// Whether a size has another announced digest or other pixels than the mirrored file; nil if neither is known.
  private func isOther(_ now: Rendition) -> Bool? {
    guard let picture else { return nil }
    if let announced = picture.announced, let digest = now.digest {
      return digest.mark != announced
    }
    guard picture.width > 0, let width = now.width, let height = now.height, width > 0, height > 0
    else { return nil }
    return !picture.isNear(width: width, height: height)
  }
}

extension PhotoJob {
  /// A photo as its record describes it. Nil if this version cannot read its listing: the photo is
  /// admitted again when the site lists it.
  /// - Parameters:
  ///   - metadata: What the catalog keeps of the photo.
  ///   - isAddressLost: Whether the site did not know the address at the first try.
  convenience init?(
    _ record: PhotoRecord, metadata: Photo?, isSecondTry: Bool, isAddressLost: Bool = false
  ) {
    let photo = record.listing.map { $0.photo() } ?? record.withoutListing(metadata)
    guard let photo else { return nil }
    self.init(
      photo: photo, id: record.id, stem: record.stem, isSecondTry: isSecondTry,
      isUnlisted: record.listing == nil, isUndescribed: record.listing == nil && metadata == nil,
      isAddressRefused: record.refusal != nil || isAddressLost, hadFile: record.path != nil,
      wasRefused: record.refusal != nil)
  }
}

extension Photo {
  /// The addresses of its files without their queries, which contain changing parts: signatures, times.
  package var places: Set<Substring> { Set(renditions.map(\.place)) }
}

extension Rendition {
  /// The address without query and fragment.
  package var place: Substring {
    Substring(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  /// The same without scheme and host.
  var path: Substring {
    let slash = UInt8(ascii: "/")
    let parts = place.utf8.split(separator: slash, maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 3 ? Substring(parts[3]) : ""
  }
}

extension UnavailableFacts {
  package init(_ refusal: Refusal, wasAsked: Bool) {
    self.init(reason: refusal.reason, since: refusal.since, wasAsked: wasAsked)
  }
}
