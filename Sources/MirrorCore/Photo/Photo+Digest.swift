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
  /// A digest of the announced digest, of which the catalog keeps no more; never 0.
  package var mark: Int64 {
    var hash = StableHash()
    hash.combine(algorithm.rawValue)
    hash.combine(hex.lowercased())
    return hash.value == 0 ? 1 : Int64(bitPattern: hash.value)
  }
}

extension Photo {
  /// A digest of the address of its smallest size, which stays the same while the site offers the same picture
  /// in more or fewer sizes; nil if the listing has none.
  package var mark: Int64? {
    let sizes = renditions.filter { $0.media != .video }
    let smallest = sizes.min {
      (Double($0.width ?? 0) * Double($0.height ?? 0), $0.label)
        < (Double($1.width ?? 0) * Double($1.height ?? 0), $1.label)
    }
    guard let smallest else { return nil }
    var hash = StableHash()
    hash.combine(smallest.label)
    hash.combine(String(smallest.path))
    return Int64(bitPattern: hash.value)
  }
}
