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
  /// handles hundreds of malformed answers. Cases of one mistake are one finding. `recorded` needs at least one page that ends a listing.
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

/// A mistake: a violated rule, with the first case in which it was found.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// The rule: `manifest`, `addresses`, `selectors`, `requests`, `answers`, `cursors`, `purity` or
  /// `malformed`.
  public let rule: String
  /// A sentence with the finding and its input.
  public let detail: String

  /// How often it was found.
  public private(set) var cases = 1
  /// What cases of one mistake have in common.
  let kind: String

  /// The rule, the detail and, if there are several, the number of cases.
  public var description: String {
    "\(rule): \(detail)" + (cases > 1 ? ", \(cases) cases" : "")
  }

  /// - Parameter kind: Nil: the detail without its numbers and quoted texts.
  init(_ rule: String, _ detail: String, kind: String? = nil) {
    self.rule = rule
    self.detail = detail
    self.kind =
      kind ?? detail.replacing(/"[^"]*"/, with: "").filter { !$0.isNumber }
  }

  /// Whether the other one is the same mistake.
  func isLike(_ other: Finding) -> Bool { (rule, kind) == (other.rule, other.kind) }

  mutating func countCase() { cases += 1 }
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
