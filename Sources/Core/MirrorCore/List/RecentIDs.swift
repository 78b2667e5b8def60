/// The ids of the last pages, to recognise what a listing repeats.
///
/// New photos push older ones onto later pages while a listing is read, and some sites return their last page
/// again past the end. Bounded: ids older than the window are forgotten, which costs at most a catalog
/// look-up.
struct RecentIDs: Sendable {
  private var pages: [Set<String>] = []
  private let window: Int

  /// - Parameter window: The number of pages remembered.
  init(window: Int = 20) { self.window = window }

  /// Whether no page was recorded.
  var isEmpty: Bool { pages.isEmpty }

  /// The ids that were not recorded before, each once, in order; records them.
  mutating func fresh(_ ids: [String]) -> [String] {
    var page: Set<String> = []
    let fresh = ids.filter { id in
      !pages.contains { $0.contains(id) } && page.insert(id).inserted
    }
    pages.append(page)
    if pages.count > window { pages.removeFirst() }
    return fresh
  }
}

/// The start of a pass over the listing.
package struct Resumption: Sendable, Hashable {
  /// The cursor before which an interrupted run had everything done; nil for the listing's start.
  package let cursor: String?
  /// The number of photos before the cursor, as far as known.
  package let doneBefore: Int

  package init(cursor: String? = nil, doneBefore: Int = 0) {
    (self.cursor, self.doneBefore) = (cursor, doneBefore)
  }
}
