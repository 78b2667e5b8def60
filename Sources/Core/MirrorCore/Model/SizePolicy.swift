import ProviderKit

/// The preferred size of a photo.
public enum SizePolicy: Sendable, Hashable {
  /// The original if it is offered, or else the size with the most pixels.
  case largest
  /// The site's name for a size, ignoring case; the largest if a photo has no such size.
  case label(String)
  /// The smallest whose longest edge has at least this many pixels; the largest if there is none.
  case edge(Int)

  /// The rendition to fetch; nil if none. Of several with equal pixels it is the first, whatever their
  /// names are. Of a video it is a stream, never a still.
  public func choose(from renditions: [Rendition]) -> Rendition? {
    let streams = renditions.filter { $0.media == .video }
    guard streams.isEmpty else { return choose(among: streams) }
    switch self {
    case .largest:
      return largest(renditions)
    case .label(let label):
      return renditions.first { $0.label.lowercased() == label.lowercased() }
        ?? largest(renditions)
    case .edge(let edge):
      let enough = renditions.filter { $0.longestEdge >= edge }
      return enough.first { rendition in enough.allSatisfy { $0.pixels >= rendition.pixels } }
        ?? largest(renditions)
    }
  }

  /// - Parameter streams: The best first.
  private func choose(among streams: [Rendition]) -> Rendition? {
    switch self {
    case .largest: streams.first
    case .label(let label):
      streams.first { $0.label.lowercased() == label.lowercased() } ?? streams.first
    case .edge(let edge): streams.last { $0.longestEdge >= edge } ?? streams.first
    }
  }

  /// The alternatives if the site refuses `chosen`, the largest first: smaller sizes of the same shape,
  /// because a cropped one is another picture. At most seven: Flickr has six sizes between an original and
  /// the 1024 pixels up to which it gives the photos of free accounts to others.
  func smaller(than chosen: Rendition, in renditions: [Rendition]) -> [Rendition] {
    if chosen.media == .video {
      let streams = renditions.filter { $0.media == .video }
      return Array(streams.drop { $0.label != chosen.label }.dropFirst().prefix(7))
    }
    let smaller = renditions.filter { $0.pixels < chosen.pixels && $0.hasShape(of: chosen) }
    let sorted = smaller.enumerated().sorted {
      ($0.element.pixels, $1.offset) > ($1.element.pixels, $0.offset)
    }
    return sorted.prefix(7).map(\.element)
  }

  private func largest(_ renditions: [Rendition]) -> Rendition? {
    renditions.first(where: \.isOriginal)
      ?? renditions.first { rendition in renditions.allSatisfy { $0.pixels <= rendition.pixels } }
  }
}

extension Rendition {
  fileprivate var longestEdge: Int { max(width ?? 0, height ?? 0) }

  /// Whether the edges have the same proportion, within the rounding to whole pixels. An original may be
  /// rotated while its smaller sizes are not.
  fileprivate func hasShape(of other: Rendition) -> Bool {
    guard let own = edges, let others = other.edges else { return false }
    // An edge may differ by a pixel.
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
