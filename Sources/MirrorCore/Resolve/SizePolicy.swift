import ProviderKit

/// Which of a photo's sizes is wanted.
public enum SizePolicy: Sendable, Hashable {
  /// The original where it is offered, else the one with the most pixels.
  case largest
  /// The site's word for a size, case ignored; the largest where a photo has no such size.
  case label(String)
  /// The smallest whose longest edge has at least this many pixels; the largest where none has.
  case edge(Int)

  /// The rendition to fetch; nil where there is none.
  public func choose(from renditions: [Rendition]) -> Rendition? {
    switch self {
    case .largest:
      return largest(renditions)
    case .label(let label):
      return renditions.first { $0.label.lowercased() == label.lowercased() }
        ?? largest(renditions)
    case .edge(let edge):
      let enough = renditions.filter { $0.longestEdge >= edge }
      return enough.min { ($0.pixels, $0.label) < ($1.pixels, $1.label) } ?? largest(renditions)
    }
  }

  /// The sizes to ask for where the site refuses `chosen`: smaller ones of the same shape, since a
  /// cropped one is another picture, the largest first. At most seven: Flickr has six sizes between an
  /// original and the 1024 pixels up to which it gives the photos of free accounts to others.
  func smaller(than chosen: Rendition, in renditions: [Rendition]) -> [Rendition] {
    let smaller = renditions.filter { $0.pixels < chosen.pixels && $0.hasShape(of: chosen) }
    return Array(smaller.sorted { ($0.pixels, $0.label) > ($1.pixels, $1.label) }.prefix(7))
  }

  private func largest(_ renditions: [Rendition]) -> Rendition? {
    renditions.first(where: \.isOriginal)
      ?? renditions.max { ($0.pixels, $0.label) < ($1.pixels, $1.label) }
  }
}

extension Rendition {
  fileprivate var longestEdge: Int { max(width ?? 0, height ?? 0) }

  /// Whether the edges are in the same proportion, as far as whole pixels can tell. An original may lie
  /// on its side, which its smaller sizes do not.
  fileprivate func hasShape(of other: Rendition) -> Bool {
    guard let own = edges, let others = other.edges else { return false }
    // An edge may be a pixel off.
    return abs(own.long * others.short - own.short * others.long) <= others.long
  }

  private var edges: (short: Double, long: Double)? {
    guard let width, let height, min(width, height) > 0 else { return nil }
    return (Double(min(width, height)), Double(max(width, height)))
  }

  fileprivate var pixels: Int {
    let (product, overflows) = max(0, width ?? 0).multipliedReportingOverflow(
      by: max(0, height ?? 0))
    return overflows ? .max : product
  }
}
