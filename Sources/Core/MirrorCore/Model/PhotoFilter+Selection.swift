import ProviderKit

extension PhotoFilter {
  /// Identifies the filter: passes with the same number excluded the same photos. 0 means no filter; 1 is
  /// reserved for an unknown one.
  package var selection: Int64 {
    guard !isEmpty else { return 0 }
    var hash = StableHash()
    for bound in [since, until] { hash.combine(bound.map { "\($0.kind.rawValue):\($0.date)" }) }
    let lists = [
      licenses.map(\.text).sorted(), tags.map(\.text).sorted(), excludedTags.map(\.text).sorted(),
      media.map(\.rawValue).sorted(), excludedPhotos.sorted,
    ]
    for list in lists {
      for text in list { hash.combine(text) }
      hash.combine(nil as String?)
    }
    for edge in [minimumEdge, maximumEdge] { hash.combine(edge.map { "\($0)" }) }
    return hash.value < 2 ? 2 : Int64(bitPattern: hash.value)
  }
}
