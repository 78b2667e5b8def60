extension Rendition {
  /// The renditions with labels cleaned and impossible numbers dropped.
  /// - Throws: ``ProviderFailure`` with `.malformed` if there are too many, an address is invalid,
  ///   or a promised digest is malformed: dropping it would verify less than was promised.
  package static func checked(_ renditions: [Rendition]) throws(ProviderFailure) -> [Rendition] {
    guard renditions.count <= JointLimits.renditions else {
      throw malformed("there are more than \(JointLimits.renditions) renditions")
    }
    // Almost all are as they should be, and are not copied.
    var checked = renditions
    for index in renditions.indices {
      if let other = try renditions[index].corrected() { checked[index] = other }
    }
    return checked
  }

  /// Nil if nothing is to be dropped.
  private func corrected() throws(ProviderFailure) -> Rendition? {
    guard label.isName() else {
      throw malformed("a rendition's label is empty, too long or contains control characters")
    }
    guard url.isWebAddress else {
      throw malformed("the rendition \(label) has no http or https address: \(quoted(url))")
    }
    guard digest?.isWellFormed ?? true, digests.allSatisfy(\.isWellFormed),
      digests.count <= JointLimits.fallbacks
    else {
      throw malformed("the rendition \(label) has a malformed digest")
    }
    guard fallbacks.count <= JointLimits.fallbacks, fallbacks.allSatisfy(\.isWebAddress) else {
      throw malformed("the rendition \(label) has too many fallbacks, or an invalid one")
    }
    try checkHeaders()
    let hasEdges = Self.isEdge(width) && Self.isEdge(height) && Self.isEdge(leastEdge)
    if hasEdges, digests.isEmpty, byteCount.map({ $0 > 0 }) ?? true { return nil }
    var checked = self
    // One digest is enough for those who compare one.
    if digest == nil, !digests.isEmpty { checked.digest = checked.digests.removeFirst() }
    checked.width = Self.isEdge(width) ? width : nil
    checked.height = Self.isEdge(height) ? height : nil
    checked.leastEdge = Self.isEdge(leastEdge) ? leastEdge : nil
    checked.byteCount = byteCount.flatMap { $0 > 0 ? $0 : nil }
    return checked
  }

  /// The host writes some headers itself: about the connection, the part of the file, and its encoding.
  private func checkHeaders() throws(ProviderFailure) {
    guard headers.count <= JointLimits.fallbacks else {
      throw malformed("the rendition \(label) has more than \(JointLimits.fallbacks) headers")
    }
    for header in headers {
      guard header.setting == nil, header.value != nil else {
        throw malformed("the header \(quoted(header.name)) of a rendition has no value")
      }
      try header.check(settings: [])
      try header.checkAsHeader()
      let name = header.name.lowercased()
      guard !Self.ownHeaders.contains(name), !name.hasPrefix("proxy-") else {
        throw malformed("the header \(header.name) of a rendition is the host's own")
      }
    }
  }

  private static let ownHeaders: Set = [
    "accept-encoding", "connection", "content-length", "expect", "host", "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "range", "te",
    "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether an edge is unknown or possible.
  private static func isEdge(_ pixels: Int?) -> Bool {
    pixels.map { (1...JointLimits.edge).contains($0) } ?? true
  }
}
