import MirrorCore
import Mirroring

/// The failures of a run, grouped by reason, for the summary.
///
/// Bounded: a run may fail for every one of a million photos, each for a reason of its own.
package struct FailureNotes: Sendable {
  /// Photos that failed for one reason.
  package struct Group: Sendable, Hashable {
    /// A sentence, safe to show.
    package let reason: String
    /// Photos, those beyond the examples included.
    package fileprivate(set) var count = 0
    /// The first few photos, as they are shown.
    package fileprivate(set) var examples: [String] = []
  }

  private static let mostGroups = 200
  private static let mostExamples = 10

  /// In the order in which they were first met; failures beyond the bound are counted under
  /// "other reasons".
  package private(set) var groups: [Group] = []
  /// Photos that the next run tries again.
  package private(set) var retried = 0
  /// Photos that the source says are not available: gone, private, forbidden.
  package private(set) var gone = 0
  /// Photos whose file is not what it should be.
  package private(set) var damaged = 0
  /// Photos in whose place another file stands.
  package private(set) var displaced = 0
  /// Entries of the listing that were left out on purpose.
  package private(set) var skipped = SkippedNotes()

  private var indices: [String: Int] = [:]

  /// Nothing went wrong yet.
  package init() {}

  /// Takes an event; only what went wrong leaves a trace.
  package mutating func note(_ event: MirrorEvent) {
    switch event {
    case .listed(let page):
      skipped.note(page.skipped)
      for entry in page.refused { add("entries of the listing that could not be read", entry) }
    case .ended(let photo, .failed(let failure)): note(failure, of: photo)
    default: break
    }
  }

  private mutating func note(_ failure: FailureFacts, of photo: PhotoFacts) {
    switch (failure.willRetry, failure.stage) {
    case (true, _): retried += 1
    case (false, _) where failure.isRefusal: gone += 1
    case (false, .inspect): damaged += 1
    case (false, .store): displaced += 1
    // The reason is all that is known.
    case (false, .list), (false, .admit), (false, .resolve), (false, .download): break
    }
    add(PlainText.line(failure.reason), photo.label)
  }

  private mutating func add(_ reason: String, _ example: String) {
    let key = indices[reason] != nil || groups.count < Self.mostGroups ? reason : "other reasons"
    let index = indices[key] ?? groups.count
    if index == groups.count {
      groups.append(Group(reason: key))
      indices[key] = index
    }
    groups[index].count += 1
    guard groups[index].examples.count < Self.mostExamples else { return }
    groups[index].examples.append(PlainText.line(example))
  }
}
