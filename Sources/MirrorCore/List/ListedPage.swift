import ProviderKit

/// A part of what a run has to look at: what the feed stage gives.
struct ListedPage: Sendable {
  enum Content: Sendable {
    /// Photos of the listing that this run has not met yet, with how many entries of the page could not
    /// be read and how many photos the source says it has.
    case listing([Photo], refused: Int, total: Int?)
    /// Photos that earlier runs, or this one's first try, left behind.
    case waiting([PhotoRecord])
  }

  /// Counted from 1 within the run.
  let number: Int
  let content: Content
}
