import Foundation
import MirrorCore
import ProviderKit

/// A place in a listing of a program: which start of the program, after how many pages, and the program's own cursor
/// there, if it can begin there.
struct ListerPlace: Sendable {
  /// The host of the requests, which no server can have (RFC 6761, section 6.4).
  static let host = "https://lister.invalid/"

  var run = 0
  var pages = 0
  var cursor: String?

  init(run: Int, pages: Int) { (self.run, self.pages) = (run, pages) }

  /// The place of a cursor in a listing; nil for the start.
  init(cursor text: String?) throws(ProviderFailure) {
    guard let text else { return }
    let parts = text.split(separator: " ", maxSplits: 1)
    let numbers = parts.first?.split(separator: ".").compactMap { Int($0) } ?? []
    guard numbers.count == 2 else {
      throw ProviderFailure(.malformed, "the listing has no place \(text.cleaned(to: 80))")
    }
    (run, pages) = (numbers[0], numbers[1])
    cursor = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The place that a request for a page names; nil for other requests.
  init?(address: String) {
    guard address.hasPrefix(Self.host),
      let text = String(address.dropFirst(Self.host.count)).removingPercentEncoding
    else { return nil }
    guard let place = try? ListerPlace(cursor: text.isEmpty ? nil : text) else { return nil }
    self = place
  }

  /// The cursor of a listing.
  var text: String { "\(run).\(pages)" + (cursor.map { " \($0)" } ?? "") }

  /// The address of the request for a page.
  static func address(_ cursor: String?) -> String {
    host + ((cursor ?? "").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }
}

/// A line of a program, as an answer to a request.
struct ListerAnswer {
  let kind: ListerLine.Kind
  /// After the line.
  let place: ListerPlace
  let notes: [String]

  init(kind: ListerLine.Kind, place: ListerPlace, notes: [String]) {
    (self.kind, self.place, self.notes) = (kind, place, notes)
  }

  init?(_ answer: Answer) {
    guard let kind = answer.headers["kind"].flatMap(ListerLine.Kind.init),
      let place = answer.headers["place"].flatMap({ try? ListerPlace(cursor: $0) })
    else { return nil }
    (self.kind, self.place) = (kind, place)
    notes = answer.headers["notes"]?.split(separator: "\n").map(String.init) ?? []
  }

  func answer(_ body: [UInt8]) -> SiteAnswer {
    SiteAnswer(
      status: 200,
      headers: [
        "kind": kind.rawValue, "place": place.text, "notes": notes.joined(separator: "\n"),
      ], body: body, place: "the program's line")
  }

  /// The page that the answer is. The last one has no photos, and says what holds for the whole listing.
  /// - Throws: ``ProviderFailure``: the program's own, or `.malformed`.
  static func page(_ answer: Answer) throws -> Page {
    guard let own = ListerAnswer(answer) else {
      throw ProviderFailure(.malformed, "the answer is not a line of a program")
    }
    let body = Array(answer.body.utf8)
    var page: Page
    switch own.kind {
    case .failure: throw try JointCoder.decode(ProviderFailure.self, from: body).checked()
    case .end:
      let end = try JointCoder.decode(ListEnd.self, from: body)
      page = Page(photos: [], total: end.total, extent: end.extent ?? .complete)
      (page.notes, page.missing) = (end.notes ?? [], end.missing ?? [])
    case .page:
      page = try JointCoder.decode(Page.self, from: body)
      // The program follows its listings and makes its requests itself.
      (page.listings, page.more) = ([], [])
      var place = own.place
      place.cursor = page.next
      page.next = place.text
    }
    page.notes += own.notes
    return page
  }
}

/// What a program says of the whole listing at its end.
private struct ListEnd: Decodable {
  let extent: Extent?
  let total: Int?
  let missing: [String]?
  let notes: [String]?
}
