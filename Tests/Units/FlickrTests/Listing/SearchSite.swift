import FlickrProvider
import ProviderKit
import Testing

/// The parts of flickr.photos.search that a listing depends on: the order of upload, inclusive
/// bounds, and 4000 results, after which the last page is repeated.
struct SearchSite {
  /// Upload time of each photo, the oldest first; a photo's id is its position here.
  var uploads: [Int]
  var perPage = 500
  /// Every Nth photo is counted but left out; nil: none.
  var hiddenEvery: Int?
  /// The stated upload time of a photo; nil: not stated.
  var said: (Int) -> Int? = { $0 }

  /// The result of a listing, including repetitions.
  struct Listed {
    var ids: [Int] = []
    var totals: Set<Int?> = []
    var refused: [String] = []
    var requests: [RequestDescription] = []
  }

  /// The ids that a complete listing has.
  var all: Set<Int> { Set(uploads.indices.filter { !isHidden($0) }) }

  private func isHidden(_ id: Int) -> Bool { hiddenEvery.map { id % $0 == 0 } ?? false }

  /// Reads the complete listing like a host.
  func list(_ parameters: [String: String] = ["tags": "cat"]) throws -> Listed {
    let provider = FlickrProvider()
    var listed = Listed()
    var query = PageQuery(selector: "search", parameters: parameters)
    var cursors: Set<String?> = []
    repeat {
      try #require(cursors.insert(query.cursor).inserted && cursors.count < 200)
      let request = try provider.pageRequest(for: query)
      let page = try provider.page(from: answer(request), for: query)
      listed.ids += page.photos.compactMap { Int($0.id) }
      listed.totals.insert(page.total)
      listed.refused += page.refused
      listed.requests.append(request)
      query.cursor = page.next
    } while query.cursor != nil
    return listed
  }

  private func answer(_ request: RequestDescription) -> Answer {
    let value = { (name: String) in request.parameters.first { $0.name == name }?.value }
    let earliest = value("min_upload_date").flatMap { Int($0) } ?? .min
    let latest = value("max_upload_date").flatMap { Int($0) } ?? .max
    var found = uploads.indices.filter { (earliest...max(earliest, latest)).contains(uploads[$0]) }
    if value("sort") != "date-posted-asc" { found.reverse() }
    let pages = (found.count + perPage - 1) / perPage
    let page = max(1, min(value("page").flatMap { Int($0) } ?? 1, pages, 4000 / perPage))
    let photos = found.enumerated().dropFirst((page - 1) * perPage).prefix(perPage)
      .map(\.element).filter { !isHidden($0) }.map { id in
        "{\"id\":\"\(id)\"" + (said(uploads[id]).map { ",\"dateupload\":\"\($0)\"" } ?? "") + "}"
      }
    return Answer(
      body: """
        {"photos":{"page":\(page),"pages":\(pages),"perpage":\(perPage),"total":"\(found.count)",
        "photo":[\(photos.joined(separator: ","))]},"stat":"ok"}
        """)
  }
}

extension SearchSite.Listed {
  /// The different values of a parameter, in the order of the requests.
  func values(of name: String) -> [String?] {
    requests.map { request in request.parameters.first { $0.name == name }?.value }
      .reduce(into: []) { values, value in if values.last != value { values.append(value) } }
  }
}
