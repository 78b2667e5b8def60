import ProviderKit

/// Holds a provider to what the host relies on.
///
/// A provider's own test is a call of ``check(_:recorded:)`` with a few recorded answers:
/// ```swift
/// @Test("the provider keeps the contract")
/// func contract() {
///   let first = Recorded.page(PageQuery(selector: "recent"), Answer(body: recent))
///   #expect(ProviderConformance.check(MyProvider(), recorded: [first]) == [])
/// }
/// ```
public enum ProviderConformance {
  /// What is wrong with `provider`; empty where nothing is.
  ///
  /// Looked at are its manifest, the requests it describes, the pages and renditions it reads from
  /// `recorded`, whether its listings end, whether it gives the same for the same from several threads
  /// at once, and what it makes of hundreds of broken answers. Records want one page at least that
  /// ends a listing. Blocks the thread, for about a second; a provider that crashes takes the test
  /// with it. The result is the same on each run.
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

/// A rule that a provider breaks.
public struct Finding: Sendable, Hashable, CustomStringConvertible {
  /// Which rule, in a word: `manifest`, `addresses`, `selectors`, `requests`, `answers`, `cursors`,
  /// `purity` or `malformed`.
  public let rule: String
  /// A sentence: what was seen, and for which input.
  public let detail: String

  /// The rule and the detail, for a test's output.
  public var description: String { "\(rule): \(detail)" }

  init(_ rule: String, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}

/// An answer of the site, with the question that it answers. Settings that have a default may be left
/// out of the query; the kit fills them in as the host does.
public enum Recorded: Sendable, Hashable {
  /// The answer of a listing call, which must be readable.
  case page(PageQuery, Answer)
  /// The answer of a call for a photo's sizes, which must be readable.
  case renditions(PhotoQuery, Answer)
}
