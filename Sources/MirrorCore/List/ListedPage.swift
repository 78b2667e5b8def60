import ProviderKit

/// A group of photos to process: the output of the list stage.
struct ListedPage: Sendable {
  enum Content: Sendable {
    /// Photos of the listing that this run has not met yet, the number of invalid entries of the page, and
    /// the total that the source reports.
    case listing([Photo], refused: Int, total: Int?)
    /// Photos left by earlier runs, or deferred by this one.
    case waiting([PhotoRecord])
  }

  /// Counted from 1 within the run.
  let number: Int
  let content: Content
}
