import ProviderKit

/// An answer of the site, with the question that it answers. Settings that have a default may be left
/// out of the query; the kit fills them in as the host does.
public enum Recorded: Sendable, Hashable {
  /// The answer of a listing call, which must be readable.
  case page(PageQuery, Answer)
  /// The answer of a call for a photo's sizes, which must be readable.
  case renditions(PhotoQuery, Answer)
}
