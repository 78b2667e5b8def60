import MirrorCore

/// The failures of a run, grouped by reason, for the summary.
///
/// Memory is bounded, even if each of a million photos fails for another reason.
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
  /// Photos that the source reports as gone or private.
  package private(set) var gone = 0
  /// Photos whose file is damaged or not an image.
  package private(set) var damaged = 0
  /// Photos with another file in the way.
  package private(set) var displaced = 0
  /// Photos whose file is of a format without a decoder.
  package private(set) var undecoded = 0
  /// Photos that exceed an image limit, kept or not.
  package private(set) var overLimit = 0
  /// Entries of the listing that were left out on purpose.
  package private(set) var skipped = SkippedNotes()

  /// The licences of photos that --license left out, with the number of photos; empty for none stated.
  package private(set) var licenses: [String: Int] = [:]
  /// The most photos that a page announced.
  package private(set) var announced = 0
  /// The photos of the listing; nil before its end.
  package private(set) var listed: Int?
  /// Whether a note has explained a listing that is shorter than announced.
  package private(set) var hasExplained = false

  private var indices: [String: Int] = [:]

  package init() {}

  /// Adds an event.
  package mutating func note(_ event: MirrorEvent) {
    switch event {
    case .listed(let page):
      skipped.note(page.skipped)
      if page.isLast {
        listed = page.knownTotal
      } else {
        announced = max(announced, page.knownTotal)
      }
      for entry in page.refused { add("invalid entries of the listing", entry) }
    case .ended(let photo, .failed(let failure)): note(failure, of: photo)
    case .ended(let photo, .leftOut(.license)):
      let name = TerminalText.line(photo.license ?? "", limit: 60)
      if licenses[name] != nil || licenses.count < Self.mostGroups {
        licenses[name, default: 0] += 1
      }
    case .ended(_, .mirrored(let stored)), .ended(_, .adopted(let stored)):
      if stored.exceedsLimit { overLimit += 1 }
    case .noted(.incompleteListing): hasExplained = true
    default: break
    }
  }

  /// The most frequent licences that were left out: `CC BY 2.0 (12 photos), none stated (3 photos)`.
  package var licenseNames: String {
    let sorted = licenses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(5).map { name, count in
      "\(name.isEmpty ? "none stated" : name) (\(Quantity.count(count, of: "photo")))"
    }
    let rest = sorted.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) others" : "")
  }

  private mutating func note(_ failure: FailureFacts, of photo: PhotoFacts) {
    switch failure.problem {
    case .undecodedFormat: undecoded += 1
    case .imageLimit: overLimit += 1
    case .other: break
    }
    switch (failure.willRetry, failure.stage) {
    case (true, _): retried += 1
    case (false, _) where failure.isRefusal: gone += 1
    case (false, .inspect): damaged += 1
    case (false, .store): displaced += 1
    // No hint besides the reason.
    case (false, .list), (false, .admit), (false, .resolve), (false, .download): break
    }
    add(TerminalText.line(failure.reason), photo.label)
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
    groups[index].examples.append(TerminalText.line(example))
  }
}
