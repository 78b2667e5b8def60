extension Rendition {
  /// The renditions, their labels cleaned and impossible numbers dropped.
  /// - Throws: ``ProviderFailure`` with `.malformed` where there are too many, an address is none,
  ///   or a promised digest could never hold: to drop it would be to check less than was promised.
  package static func checked(_ renditions: [Rendition]) throws(ProviderFailure) -> [Rendition] {
    guard renditions.count <= JointLimits.renditions else {
      throw malformed("there are more than \(JointLimits.renditions) renditions")
    }
    return try renditions.map { rendition throws(ProviderFailure) in try rendition.checked() }
  }

  private func checked() throws(ProviderFailure) -> Rendition {
    guard label.isName() else {
      throw malformed("a rendition's label is empty, too long or holds control characters")
    }
    guard url.isWebAddress else {
      throw malformed("the rendition \(label) has no http or https address: \(quoted(url))")
    }
    guard digest.map(\.isWellFormed) ?? true else {
      throw malformed("the rendition \(label) promises a digest that is none")
    }
    var checked = self
    checked.width = width.flatMap { Rendition.isEdge($0) ? $0 : nil }
    checked.height = height.flatMap { Rendition.isEdge($0) ? $0 : nil }
    checked.byteCount = byteCount.flatMap { $0 > 0 ? $0 : nil }
    return checked
  }

  private static func isEdge(_ pixels: Int) -> Bool { (1...JointLimits.edge).contains(pixels) }
}

extension Rendition.Digest {
  fileprivate var isWellFormed: Bool {
    hex.utf8.count == algorithm.digits
      && hex.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}

extension Rendition.Digest.Algorithm {
  fileprivate var digits: Int {
    switch self {
    case .md5: 32
    case .sha1: 40
    case .sha256: 64
    }
  }
}
