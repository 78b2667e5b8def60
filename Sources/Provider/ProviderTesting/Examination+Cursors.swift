import Dispatch
import Locking
import ProviderKit

extension Examination {
  /// A listing whose cursors form a loop would never end.
  mutating func checkCursors() {
    var ends = pages.isEmpty
    for (query, answer) in pages {
      guard let page = try? provider.page(from: answer, for: query) else { continue }
      if page.next == nil { ends = true }
      walk(from: query, repeating: answer)
    }
    if !ends { find("cursors", "no recorded page ends its listing; record a last one too") }
  }

  /// Follows the cursors as a host would if the site answered every request alike: the listing may
  /// end or name new cursors; each leads to another request.
  private mutating func walk(from query: PageQuery, repeating answer: Answer) {
    var query = query
    var cursors: Set<String?> = [query.cursor]
    var request = try? provider.pageRequest(for: query)
    for _ in 0..<100 {
      guard let page = try? provider.page(from: answer, for: query), let next = page.next else {
        return
      }
      guard cursors.insert(next).inserted else {
        // The site's own word: it is the site that would repeat it, and the host ends such a listing.
        if answer.body.contains(next) { return }
        return find("cursors", "\(query.selector) returns to the cursor \(shown(next))")
      }
      query.cursor = next
      let following = CallResult { try provider.pageRequest(for: query) }
      guard case .value(let following) = following else {
        return find("cursors", "\(query.selector) rejects its own cursor \(shown(next))")
      }
      guard following != request else {
        return find("cursors", "\(query.selector) repeats its request at \(shown(next))")
      }
      request = following
    }
  }
}

extension Examination {
  /// The same input gives the same result, in any order and from several threads.
  mutating func checkPurity() {
    let provider = provider
    for (query, answer) in pages {
      checkPurity("the request for \(query.selector)") {
        CallResult { try provider.pageRequest(for: query) }
      }
      checkPurity("the page of \(query.selector)") {
        CallResult { try provider.page(from: answer, for: query) }
      }
    }
    for (query, answer) in renditions {
      checkPurity("the request for the sizes of \(query.photo.id)") {
        CallResult { try provider.renditionsRequest(for: query) }
      }
      checkPurity("the sizes of \(query.photo.id)") {
        CallResult { try provider.renditions(from: answer, for: query) }
      }
    }
  }

  private mutating func checkPurity<Value>(
    _ what: String, _ ask: @Sendable () -> CallResult<Value>
  ) {
    let first = ask()
    let differs = Locked(false)
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      if ask() != first { differs.withLock { $0 = true } }
    }
    if differs.withLock({ $0 }) { find("purity", "\(what) differs from one call to the next") }
  }
}
