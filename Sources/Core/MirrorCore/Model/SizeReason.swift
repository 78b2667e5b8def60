import ProviderKit

/// Why a photo was mirrored in its size: what a later run needs to know to fetch a larger one.
public enum SizeReason: String, Sendable, Hashable, CaseIterable {
  /// It is the uploaded file.
  case original
  /// It is the size that was asked for.
  case asked = "asked for"
  /// The site offers nothing larger, and does not say why.
  case largestOffered = "largest offered"
  /// The owner does not give larger sizes to others.
  case ownerForbids = "owner forbids"
  /// The site does not give larger sizes of a free account's photos to others.
  case accountLimit = "limit of free accounts"
  /// The site refused the wanted size.
  case refused
  /// The wanted size was refused at the target of a redirect. It may be a passing failure of signed addresses, so
  /// each run asks for it again.
  case linkRefused = "link refused"

  /// Whether the site has a larger size than this one, as far as it says.
  public var isBelowSite: Bool {
    switch self {
    case .ownerForbids, .accountLimit, .refused, .linkRefused: true
    case .original, .asked, .largestOffered: false
    }
  }

  /// The reason of a limit that the site states.
  init?(_ limit: SizeLimit?) {
    switch limit {
    case .owner: self = .ownerForbids
    case .account: self = .accountLimit
    case nil: return nil
    }
  }
}

extension SizePolicy {
  /// Why ``choose(from:)`` chose a rendition.
  /// - Parameter limit: Why the site offers no larger size, if it says so.
  func reason(for chosen: Rendition, limit: SizeLimit?) -> SizeReason {
    if chosen.isOriginal { return .original }
    switch self {
    case .label(let label) where chosen.label.lowercased() == label.lowercased(): return .asked
    case .edge(let edge) where max(chosen.width ?? 0, chosen.height ?? 0) >= edge: return .asked
    case .label, .edge, .largest: return SizeReason(limit) ?? .largestOffered
    }
  }
}
