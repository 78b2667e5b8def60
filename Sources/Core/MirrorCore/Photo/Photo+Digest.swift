import ProviderKit

extension Photo {
  /// A digest of the kept metadata, so that a listing is compared with it by one number; never 0. Renditions
  /// are excluded.
  package var digest: Int64 {
    let texts: [String?] = [
      owner, ownerName, title, about, pageURL, takenAt, license?.name, license?.url,
      uploadedAt.map { "\($0)" }, latitude.map { "\($0)" }, longitude.map { "\($0)" },
    ]
    var hash = StableHash()
    for text in texts { hash.combine(text) }
    for tag in tags { hash.combine(tag) }
    // Older digests are those of photos without these.
    for text in [privacy?.rawValue, media?.rawValue] where text != nil { hash.combine(text) }
    return hash.value == 0 ? 1 : Int64(bitPattern: hash.value)
  }
}

extension Rendition.Digest {
  /// A digest of the announced digest. The catalog keeps no more of it. Never 0.
  package var mark: Int64 {
    var hash = StableHash()
    hash.combine(algorithm.rawValue)
    hash.combine(hex.lowercased())
    return hash.value == 0 ? 1 : Int64(bitPattern: hash.value)
  }
}

extension Rendition {
  /// The address that the catalog keeps; nil for one that holds for a while only, or is this program's own.
  var lastingAddress: String? { isTransient || !url.isWebAddress ? nil : url }
}

extension Photo {
  /// Digests of the label of its smallest size (the upper half) and of the path of that size's address (the lower
  /// half), which stays the same while the site offers the same picture in more or fewer large sizes; nil if the
  /// listing has no size. Marks with different labels, as of another provider's listing, say nothing.
  package var mark: Int64? {
    // An original may be smaller than the sizes that the site makes of every picture: it is the last choice. By its
    // longer edge: by pixels, it would be another size in a wide picture than in a square one.
    func order(_ index: Int) -> (Int, Int, String) {
      let size = renditions[index]
      return (size.isOriginal ? 1 : 0, max(size.width ?? 0, size.height ?? 0), size.label)
    }
    let pictures = renditions.indices.lazy.filter { renditions[$0].media != .video }
    guard let smallest = pictures.min(by: { order($0) < order($1) }).map({ renditions[$0] }) else {
      return nil
    }
    var (label, path) = (StableHash(), StableHash())
    label.combine(smallest.label)
    path.combine(String(smallest.path))
    return Int64(bitPattern: label.value << 32 | path.value & 0xFFFF_FFFF)
  }

  /// Whether a listing with this mark shows another picture than one with the mark `before`; false if the marks
  /// say nothing.
  static func isOther(_ mark: Int64, than before: Int64) -> Bool {
    mark != before && mark >> 32 == before >> 32
  }
}
