import ProviderKit
import TestSupport
import Testing

@testable import FlickrProvider

@Suite("A Flickr listing that changes while it is read")
struct DriftingListingTests {
  @Test("A listing of 200,000 photos that does not change costs no call beyond the ideal number")
  func still() {
    var site = DriftingSite(count: 200_000, seed: 1)
    let listed = site.list()
    #expect(listed.calls == 400 && listed.ids == Set(0..<200_000))
    #expect(listed.extents == [.complete])
  }

  @Test(
    "Of 200,000 photos with uploads and deletions between pages, each that stays is listed in at most 1.1 times the ideal calls",
    arguments: [1, 2, 3, 4, 5] as [UInt64], [0.05, 0.5, 1.5])
  func drift(seed: UInt64, rate: Double) {
    var site = DriftingSite(count: 200_000, seed: seed)
    (site.uploads, site.deletions) = (rate, rate)
    let listed = site.list()
    #expect(site.stayed.subtracting(listed.ids).isEmpty)
    let ideal = Double(max(200_000, site.photos.count)) / 500
    #expect(Double(listed.calls) <= 1.1 * ideal, "\(listed.calls) calls for \(ideal)")
    #expect(listed.extents == [.complete])
  }

  @Test("No photo is missed where photos are only deleted, at each rate", arguments: [0.2, 1, 3])
  func deletions(rate: Double) throws {
    var site = DriftingSite(count: 5_000, seed: 7)
    site.deletions = rate
    let listed = try site.list("user/1@N01")
    #expect(site.stayed.subtracting(listed.ids).isEmpty && listed.extents == [.complete])
  }

  @Test("No photo of an album is missed where photos are added and removed at any place")
  func album() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      var site = DriftingSite(count: 20_000, seed: seed)
      (site.uploads, site.deletions, site.addsAnywhere) = (1, 1, true)
      let listed = site.list(growsAtFront: false)
      #expect(site.stayed.subtracting(listed.ids).isEmpty)
      #expect(listed.calls <= 44 && listed.extents == [.complete])
      var album = DriftingSite(count: 3_000, seed: seed)
      (album.uploads, album.deletions, album.addsAnywhere) = (1, 1, true)
      let read = try album.list("album/72")
      #expect(album.stayed.subtracting(read.ids).isEmpty && read.extents == [.complete])
    }
  }

  @Test("No photo is missed where pages are short of hidden photos", arguments: [3, 50])
  func hidden(every: Int) {
    var site = DriftingSite(count: 20_000, seed: 3)
    (site.deletions, site.uploads, site.hiddenEvery) = (0.5, 0.5, every)
    let listed = site.list()
    let expected = site.stayed.filter { $0 % every != 0 }
    #expect(expected.subtracting(listed.ids).isEmpty && listed.extents == [.complete])
  }

  @Test(
    "A listing that shrinks faster than it can be read ends, and says that photos may be missing")
  func collapse() {
    var site = DriftingSite(count: 50_000, seed: 5)
    site.deletions = 700
    let listed = site.list()
    #expect(listed.calls < 400)
    #expect(
      site.stayed.subtracting(listed.ids).isEmpty || listed.extents == [.cutShort])
  }

  @Test("A page after an absurd total can be requested", arguments: ["1000000000000", "-3"])
  func absurdTotal(total: String) throws {
    let provider = FlickrProvider()
    var query = PageQuery(selector: "user/1@N01")
    for number in 1...3 {
      let body =
        #"{"photos":{"pages":9,"perpage":500,"total":"\#(total)","photo":[{"id":"\#(number)"}]}}"#
      query.cursor = try provider.page(from: Answer(body: body), for: query).next
      #expect(query.cursor != nil)
      _ = try provider.pageRequest(for: query)
    }
  }

  @Test(
    "A listing whose total grows without end and that repeats itself ends at the last page number")
  func endless() throws {
    let provider = FlickrProvider()
    var query = PageQuery(selector: "user/1@N01", cursor: "10000")
    let body = #"{"photos":{"pages":99999,"perpage":500,"total":"49999999","photo":[{"id":"1"}]}}"#
    let page = try provider.page(from: Answer(body: body), for: query)
    #expect(page.next == nil && page.missing.count == 1 && page.extent != .complete)
    query.cursor = page.next
  }
}

/// An account or an album of Flickr whose photos change between two calls.
struct DriftingSite {
  /// In the listing's order; a photo is its number.
  private(set) var photos: [Int]
  /// The photos that were there from the first call to the last.
  private(set) var stayed: Set<Int>
  /// So many between two calls, on average.
  var uploads = 0.0
  var deletions = 0.0
  /// Whether photos are added anywhere instead of at the front.
  var addsAnywhere = false
  var hiddenEvery: Int?
  private var random: SeededGenerator
  private var latest: Int

  struct Listed {
    var ids: Set<Int> = []
    var calls = 0
    /// Of the last page.
    var extents: [Extent?] = []
  }

  init(count: Int, seed: UInt64) {
    photos = Array(0..<count)
    stayed = Set(photos)
    latest = count
    random = SeededGenerator(seed: seed)
  }

  /// Reads the listing by the pages that ``FlickrProgress`` names.
  mutating func list(growsAtFront: Bool = true) -> Listed {
    var listed = Listed()
    var progress = growsAtFront ? FlickrProgress() : .overlapping
    var number = 1
    while listed.calls < 2000 {
      let page = page(number, progress.length)
      listed.calls += 1
      listed.ids.formUnion(page.photos)
      let step = progress.note(
        FlickrProgress.Page(
          number: number, length: progress.length, ids: page.photos.map { "\($0)" },
          total: photos.count, isLast: number >= page.pages, growsAtFront: growsAtFront))
      guard case .page(let next, let state) = step else { break }
      (number, progress) = (next, state)
      change()
    }
    listed.extents = [progress.gaps == 0 ? .complete : .cutShort]
    return listed
  }

  /// Reads the listing through the provider, as a host does.
  mutating func list(_ selector: String) throws -> Listed {
    let provider = FlickrProvider()
    var listed = Listed()
    var query = PageQuery(selector: selector)
    repeat {
      let request = try provider.pageRequest(for: query)
      let page = try provider.page(from: answer(request), for: query)
      listed.calls += 1
      listed.ids.formUnion(page.photos.compactMap { Int($0.id) })
      if page.next == nil { listed.extents.append(page.extent) }
      query.cursor = page.next
      change()
    } while query.cursor != nil && listed.calls < 2000
    return listed
  }

  private mutating func change() {
    for _ in 0..<number(uploads) {
      photos.insert(latest, at: addsAnywhere ? Int.random(in: 0...photos.count, using: &random) : 0)
      latest += 1
    }
    for _ in 0..<number(deletions) where !photos.isEmpty {
      stayed.remove(photos.remove(at: Int.random(in: photos.indices, using: &random)))
    }
  }

  /// A number whose mean is `rate`.
  private mutating func number(_ rate: Double) -> Int {
    let whole = Int(rate)
    return whole + (Double.random(in: 0..<1, using: &random) < rate - Double(whole) ? 1 : 0)
  }

  /// The photos of a page; the last page comes again past the end.
  private func page(_ number: Int, _ length: Int) -> (photos: [Int], pages: Int) {
    let pages = (photos.count + length - 1) / length
    let start = (max(1, min(number, pages)) - 1) * length
    let shown = photos.dropFirst(start).prefix(length).filter {
      hiddenEvery == nil || $0 % hiddenEvery! != 0
    }
    return (Array(shown), pages)
  }

  private func answer(_ request: RequestDescription) -> Answer {
    let value = { (name: String) in request.parameters.first { $0.name == name }?.value }
    let length = value("per_page").flatMap { Int($0) } ?? 500
    let page = page(value("page").flatMap { Int($0) } ?? 1, length)
    let entries = page.photos.map { "{\"id\":\"\($0)\"}" }
    let container = value("photoset_id") == nil ? "photos" : "photoset"
    return Answer(
      body: """
        {"\(container)":{"page":1,"pages":\(page.pages),"perpage":\(length),
        "total":\(photos.count),"photo":[\(entries.joined(separator: ","))]},"stat":"ok"}
        """)
  }
}
