import ProviderKit

/// A part of what a run has to look at: what the feed stage gives.
struct ListedPage: Sendable {
  enum Content: Sendable {
    /// Photos of the listing that this run has not met yet.
    case listing([Photo])
    /// Photos that earlier runs, or this one's first try, left behind.
    case waiting([PhotoRecord])
  }

  /// Counted from 1 within the run.
  let number: Int
  let content: Content
}
