import Dispatch
import Locking
import ProviderKit

extension Examination {
  /// The same input gives the same, in any order, and from several threads at once.
  mutating func checkPurity() {
    let provider = provider
    for (query, answer) in pages {
      checkPurity("the request for \(query.selector)") {
        Outcome { try provider.pageRequest(for: query) }
      }
      checkPurity("the page of \(query.selector)") {
        Outcome { try provider.page(from: answer, for: query) }
      }
    }
    for (query, answer) in renditions {
      checkPurity("the request for the sizes of \(query.photo.id)") {
        Outcome { try provider.renditionsRequest(for: query) }
      }
      checkPurity("the sizes of \(query.photo.id)") {
        Outcome { try provider.renditions(from: answer, for: query) }
      }
    }
  }

  private mutating func checkPurity<Value>(
    _ what: String, _ ask: @Sendable () -> Outcome<Value>
  ) {
    let first = ask()
    let differs = Locked(false)
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      if ask() != first { differs.withLock { $0 = true } }
    }
    if differs.withLock({ $0 }) { find("purity", "\(what) differs from one call to the next") }
  }
}
