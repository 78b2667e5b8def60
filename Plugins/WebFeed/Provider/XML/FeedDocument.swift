import ProviderKit

/// A parsed feed.
struct FeedDocument {
  /// The photos of its items.
  let listing: FeedListing
  /// The feed without its items.
  let root: XMLElement
  /// What was corrected or ignored to read it.
  private(set) var notes: [String] = []
  /// Where the feed breaks off, and why; nil if it is complete.
  let fault: String?

  /// - Throws: ``ProviderFailure`` with `.malformed` if the text has no feed, also after
  ///   corrections.
  init(_ text: String, at address: FeedAddress) throws(ProviderFailure) {
    do throws(FeedFault) {
      try self.init(reading: text, at: address)
    } catch {
      // A server may write messages before a feed, or put it into a page.
      guard !error.isRefusal,
        let start = text.firstMatch(of: /<(?:rss|feed|rdf:RDF)[\s>]/)?.range.lowerBound,
        let inner = try? FeedDocument(reading: String(text[start...]), at: address)
      else { throw error.failure }
      self = inner
      notes.append("text before the feed is ignored")
    }
  }

  private typealias Attempt = Result<
    (listing: FeedListing, reading: FeedReader.Reading), FeedFault
  >

  /// The feed as it is, or corrected if more of it can be read then.
  private init(reading text: String, at address: FeedAddress) throws(FeedFault) {
    var (best, notes) = (Self.attempt(text, at: address), [String]())
    if case .failure(let fault) = best, fault.isRefusal { throw fault }
    let first = try? best.get()
    if first?.reading.isComplete != true, let corrected = FeedRepair.corrected(text),
      case .success(let second) = Self.attempt(corrected.text, at: address),
      second.reading.isComplete || second.listing.itemCount > first?.listing.itemCount ?? 0
    {
      (best, notes) = (.success(second), [corrected.note])
    }
    let (listing, reading) = try best.get()
    if Self.isLost(text) {
      notes.append("most letters other than ASCII in the feed cannot be read (U+FFFD)")
    }
    if reading.isComplete, reading.fault != nil {
      notes.append("text after the end of the feed is ignored")
    }
    (self.listing, self.notes, root) = (listing, notes, reading.root)
    fault = reading.isComplete ? nil : reading.fault.map { "the feed breaks off: \($0)" }
  }

  private static func attempt(_ text: String, at address: FeedAddress) -> Attempt {
    var listing = FeedListing(at: address)
    do throws(FeedFault) {
      let reading = try FeedReader.read(text, at: address) { listing.take($0) }
      return .success((listing, reading))
    } catch {
      return .failure(error)
    }
  }

  /// Whether the text has more replacement characters than other characters beyond ASCII: its encoding is
  /// unknown, or it was damaged before. A single one is a text that was cut.
  private static func isLost(_ text: String) -> Bool {
    guard text.unicodeScalars.contains("\u{FFFD}") else { return false }
    let others = text.unicodeScalars.lazy.filter { !$0.isASCII }
    return others.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : -1) } > 0
  }
}
