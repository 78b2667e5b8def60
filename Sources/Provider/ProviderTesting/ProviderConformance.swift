import ProviderKit

/// Checks a provider against the rules that the host relies on.
///
/// A provider's own test is a call of ``check(_:recorded:)`` with a few recorded answers:
/// ```swift
/// @Test("The provider fulfils the contract")
/// func contract() {
///   let first = Recorded.page(PageQuery(selector: "recent"), Answer(body: recent))
///   #expect(ProviderConformance.check(MyProvider(), recorded: [first]) == [])
/// }
/// ```
public enum ProviderConformance {
  /// Checks a provider.
  ///
  /// Checks its manifest, its requests, the pages and renditions it parses from `recorded`, whether
  /// its listings end, whether equal calls from several threads give equal results, and how it
  /// handles hundreds of malformed answers. `recorded` needs at least one page that ends a listing.
  /// Blocks the thread for about a second; a provider that crashes ends the test. The result is
  /// reproducible.
  /// - Returns: the findings; empty if there are none.
  public static func check(_ provider: any PhotoProvider, recorded: [Recorded]) -> [Finding] {
    var examination = Examination(of: provider, with: recorded)
    examination.checkManifest()
    examination.checkAddresses()
    examination.checkSelectors()
    examination.checkRequests()
    examination.checkAnswers()
    examination.checkCursors()
    examination.checkPurity()
    examination.checkMalformedAnswers()
    return examination.findings
  }
}

/// A violated rule.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The rule: `manifest`, `addresses`, `selectors`, `requests`, `answers`, `cursors`, `purity` or
  /// `malformed`.
  public let rule: String
  /// A sentence with the finding and its input.
  public let detail: String

  /// The rule and the detail.
  public var description: String { "\(rule): \(detail)" }

  init(_ rule: String, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}

/// A recorded answer with its question. Settings with defaults may be left out of the query; the
/// kit fills them in as the host does.
public enum Recorded: Sendable, Hashable {
  /// The answer to a page request, which must be valid.
  case page(PageQuery, Answer)
  /// The answer to a request for renditions, which must be valid.
  case renditions(PhotoQuery, Answer)
  /// The answer to a look-up, which must be valid.
  case resolution(PageQuery, Answer)
  /// The answer to a request for an account's listings, which must be valid.
  case sources(PageQuery, Answer)
}
