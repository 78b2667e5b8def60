import ProviderKit

/// A list of addresses in a file: `urls:` and its path. The records are text, a table (CSV) or JSON.
///
/// A pure provider, as those in modules; the file is read by ``ListNetwork``.
package struct URLListProvider: PhotoProvider {
  /// The host of the requests, which no server can have (RFC 6761, section 6.4).
  static let host = "https://list.invalid/"

  /// The provider's name, and the word before the colon of its sources.
  package static let name = "urls"

  package let manifest = Manifest(
    name: name, version: "0.1.0", summary: "a list of addresses in a file",
    sources: [
      .init(
        usage: "FILE", summary: "an address in each line, CSV with names, or JSON objects"),
      .init(usage: "FILE?url=COLUMN&id=COLUMN", summary: "the same with these columns"),
    ],
    settings: [
      .init(
        name: "hosts",
        summary:
          "addresses of hosts on this machine or in a private network that the list may name, "
          + "separated by commas", namesHosts: true)
    ])

  package init() {}

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    guard query.selector.hasPrefix("/"), !query.selector.hasPrefix("//") else {
      throw ProviderFailure(
        .source, "\"\(query.selector.cleaned(to: 80))\" is not an absolute path")
    }
    _ = try ListColumns(query.parameters)
    return RequestDescription(url: Self.host + "\(try ListPlace(query.cursor).offset)")
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    guard answer.status == 200 else {
      throw ProviderFailure(.source, "the list \(answer.body.cleaned(to: JointLimits.sentence))")
    }
    guard let part = ListAnswer(answer) else {
      throw ProviderFailure(.malformed, "the answer is not a part of a list")
    }
    var place = try ListPlace(query.cursor)
    // A list that has changed is read from its start.
    if part.start == 0 { place = ListPlace() }
    let kind = ListKind(path: query.selector, firstLine: Array(part.firstLine.utf8))
    var reader = RecordReader(
      kind: kind, columns: try ListColumns(query.parameters), firstLine: part.firstLine,
      line: place.line)
    var page = Page(photos: [], extent: .complete)
    if part.isCut {
      let advice = kind == .values ? "; " + RecordReader.advice("NAME") : ""
      page.refused.append("\(kind.unit) \(place.line): it is too long\(advice)")
    }
    try reader.read(answer.body, into: &page)
    if part.start == 0, part.next == nil, page.photos.isEmpty, page.refused.isEmpty {
      let names = reader.hasNames ? ": it has the names of its columns alone" : ""
      throw ProviderFailure(.source, "the list is empty\(names)")
    }
    page.close(Self.step(part, kind, answer.body, at: place), at: query.cursor)
    return page
  }

  /// An array that was cut off lacks its end.
  private static func step(
    _ part: ListAnswer, _ kind: ListKind, _ body: String, at place: ListPlace
  ) -> ListingStep {
    if let next = part.next { return .next("\(next).\(place.line + part.lines)") }
    let isArray = part.firstLine.utf8.first { !" \t".utf8.contains($0) } == UInt8(ascii: "[")
    let end = body.utf8.last { !" \t\r\n".utf8.contains($0) }
    return kind == .values && isArray && end != UInt8(ascii: "]")
      ? .lost("the list breaks off within its array") : .end
  }
}

/// A cursor: where a record begins, and in which line.
private struct ListPlace {
  var offset: Int64 = 0
  var line = 1

  init() {}

  init(_ cursor: String?) throws(ProviderFailure) {
    guard let cursor else { return }
    let numbers = cursor.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let offset = Int64(numbers[0]), let line = Int(numbers[1]),
      offset > 0,
      line > 0
    else { throw ProviderFailure(.malformed, "the list has no place \(cursor.cleaned(to: 80))") }
    (self.offset, self.line) = (offset, line)
  }
}
