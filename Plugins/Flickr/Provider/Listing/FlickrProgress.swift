import ProviderKit

/// What is known of the pages of a numbered listing so far, and which page follows.
///
/// Between two calls photos are added and removed, so that the others move to other positions. A page
/// joins those before it if no photo can be between them, which either of two facts shows:
///
/// - The page shares a photo with the page before it. What followed that photo follows it still.
/// - In a listing to which photos are only added at its front, the announced total did not shrink: then
///   no photo has moved to a smaller position.
///
/// A page that does not join is followed by one that begins earlier. From the first removal on, each page
/// begins before the end of the page before, so that it joins at once.
struct FlickrProgress: Hashable {
  /// Photos for each page: what makes `number - 1` pages end where this page should begin.
  private(set) var length = FlickrCursor.photosPerPage
  /// The longest page that the site gives: shorter for a search by place.
  private(set) var longest = FlickrCursor.photosPerPage
  /// The position, from 0, before which every photo was listed.
  private(set) var covered = 0
  /// The announced total of the page before; nil if there was none.
  private(set) var total: Int?
  /// By how many positions a page begins before ``covered``.
  private(set) var overlap = 0
  /// The last photos before ``covered``.
  private(set) var last: [String] = []
  /// How often in a row a page did not join.
  private(set) var attempts = 0
  /// How many pages could not be joined at all.
  private(set) var gaps = 0

  /// How often a page is requested again from an earlier position before it counts as a gap.
  private static let mostAttempts = 6
  /// So many photos identify the end of a page, in case one of them is removed.
  private static let remembered = 3
  /// A larger total, such as that of an estimate gone wrong, counts as this one.
  private static let most = 10_000_000_000

  init() {}

  /// The page that the site gave.
  struct Page {
    /// From 1.
    var number: Int
    /// Positions of a page at the site.
    var length: Int
    /// The ids of the photos that are not hidden.
    var ids: [String]
    /// Nil if the site does not say.
    var total: Int?
    /// Whether the site says that this is the last page.
    var isLast: Bool
    /// Whether photos are only added at the listing's front.
    var growsAtFront: Bool
  }

  /// The page to read next.
  enum Step: Hashable {
    case end
    case page(Int, FlickrProgress)
    /// The next page's number is above what the site takes.
    case beyond
  }

  /// Notes a page.
  mutating func note(_ page: Page) -> Step {
    var page = page
    page.total = page.total.map { min(max(0, $0), Self.most) }
    let (start, end) = ((page.number - 1) * page.length, page.number * page.length)
    if page.length < length { (longest, length) = (page.length, page.length) }
    let drop = max(0, (total ?? 0) - (page.total ?? total ?? 0))
    if drop > 0 { overlap = min(max(overlap, 2 * drop + 1), FlickrCursor.photosPerPage / 2) }
    guard joins(page, from: start, drop: drop) else {
      attempts += 1
      guard attempts <= Self.mostAttempts else {
        gaps += 1
        attempts = 0
        return advance(page, to: end)
      }
      covered = max(0, covered - drop)
      total = page.total ?? total
      overlap = max(overlap, 1)
      // Each attempt begins further ahead: how far the photos moved is not known.
      return next(from: covered - (overlap << attempts))
    }
    attempts = 0
    return advance(page, to: end)
  }

  private func joins(_ page: Page, from start: Int, drop: Int) -> Bool {
    if start == 0 || last.isEmpty && covered == 0 { return true }
    if !Set(last).isDisjoint(with: page.ids) { return true }
    return page.growsAtFront && start <= covered - drop
  }

  private mutating func advance(_ page: Page, to end: Int) -> Step {
    covered = max(end, start(of: page))
    total = page.total ?? total
    if !page.ids.isEmpty { last = Array(page.ids.suffix(Self.remembered)) }
    guard !page.isLast else { return .end }
    guard !page.ids.isEmpty else {
      // A page whose photos are all hidden, or the end of a listing whose total is wrong.
      if page.total ?? 0 > end { gaps += 1 }
      return .end
    }
    return next(from: covered - overlap)
  }

  private func start(of page: Page) -> Int { (page.number - 1) * page.length }

  /// The page that begins at or before a position and adds the most.
  private func next(from position: Int) -> Step {
    var next = self
    let position = max(0, position)
    guard overlap > 0 || attempts > 0 || covered % length != 0 else {
      let number = covered / length + 1
      return number > FlickrCursor.lastPage ? .beyond : .page(number, next)
    }
    // Pages are numbered in steps of their own length: some lengths fit the position better.
    let lengths = (max(1, longest * 4 / 5)...longest).filter {
      position / $0 < FlickrCursor.lastPage
    }
    let best = lengths.max { end(of: position, $0) < end(of: position, $1) }
    guard let best else { return .beyond }
    next.length = best
    return .page(position / best + 1, next)
  }

  private func end(of position: Int, _ length: Int) -> Int { (position / length + 1) * length }
}

extension FlickrProgress {
  /// The progress of a listing that is ordered by the site and not by time: each page begins before the end of the
  /// page before.
  static let overlapping: FlickrProgress = {
    var progress = FlickrProgress()
    progress.overlap = 1
    return progress
  }()

  /// The state after a listing was restarted at a date: positions are counted anew.
  var restarted: FlickrProgress {
    var restarted = FlickrProgress()
    (restarted.overlap, restarted.gaps) = (overlap, gaps)
    (restarted.longest, restarted.length) = (longest, longest)
    return restarted
  }

  /// Nil if the text was not written by ``text``.
  init?(_ text: Substring) {
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = field.first else { return nil }
      if name == "k" {
        last = field.dropFirst().split(separator: ".").map(String.init)
        continue
      }
      guard let number = Int(field.dropFirst()), (0...FlickrProgress.most).contains(number) else {
        return nil
      }
      switch name {
      case "l" where (1...FlickrCursor.photosPerPage).contains(number): length = number
      case "m" where (1...FlickrCursor.photosPerPage).contains(number): longest = number
      case "e": covered = number
      case "t": total = number
      case "o" where number <= FlickrCursor.photosPerPage: overlap = number
      case "a" where number <= FlickrProgress.mostAttempts: attempts = number
      case "g": gaps = number
      default: return nil
      }
    }
  }

  /// The text of a cursor; empty at the start of a listing.
  var text: String {
    var fields: [String] = []
    if length != FlickrCursor.photosPerPage { fields.append("l\(length)") }
    if longest != FlickrCursor.photosPerPage { fields.append("m\(longest)") }
    if covered > 0 { fields.append("e\(covered)") }
    if let total { fields.append("t\(total)") }
    if overlap > 0 { fields.append("o\(overlap)") }
    if attempts > 0 { fields.append("a\(attempts)") }
    if gaps > 0 { fields.append("g\(gaps)") }
    if !last.isEmpty { fields.append("k" + last.joined(separator: ".")) }
    return fields.joined(separator: ",")
  }
}
