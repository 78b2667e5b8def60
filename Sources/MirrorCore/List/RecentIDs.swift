/// The ids of the last pages, to tell what a listing repeats.
///
/// New photos push older ones onto later pages while a listing is read, and some sites give their
/// last page again past the end. Bounded: ids older than the window are forgotten, which costs at
/// most a look into the catalog.
struct RecentIDs: Sendable {
  private var pages: [Set<String>] = []
  private let window: Int

  /// - Parameter window: pages remembered.
  init(window: Int = 40) { self.window = window }

  /// Whether no page was seen.
  var isEmpty: Bool { pages.isEmpty }

  /// Those of `ids` that were not seen before, each once, in order; remembers them.
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
