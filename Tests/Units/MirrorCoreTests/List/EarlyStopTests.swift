import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A pass that ends where nothing has changed")
struct EarlyStopTests {
  /// The pages of a listing that gets photos at its front, two photos each.
  private func pages(
    _ ids: [String], total: Int? = nil, growsAtFront: Bool = true, extent: Extent? = nil
  ) -> [String: Page] {
    var pages: [String: Page] = [:]
    for start in stride(from: 0, to: ids.count, by: 2) {
      let photos = ids[start..<min(start + 2, ids.count)].map { TestWalk.photo($0) }
      let next = start + 2 < ids.count ? "\(start + 2)" : nil
      pages[start == 0 ? "" : "\(start)"] = Page(
        photos: photos, next: next, total: total ?? ids.count, extent: extent,
        growsAtFront: growsAtFront)
    }
    return pages
  }

  private let ids = (1...8).map(String.init)

  private func mirror() async -> TestMirror {
    var mirror = TestMirror()
    await mirror.run(pages(ids), day: 0)
    return mirror
  }

  @Test("An unchanged listing costs one call, judges nothing as gone, and stays complete")
  func unchanged() async throws {
    var mirror = await mirror()
    let before = mirror.content
    for day in [0.1, 0.2, 6.9] {
      let run = await mirror.run(pages(ids), day: day)
      #expect(run.calls == 1 && run.transfers == 0 && run.isEarly && run.gone == nil)
      #expect(run.error == nil && mirror.content == before)
    }
    let full = await mirror.run(pages(ids), day: 7.1)
    #expect(full.calls == 4 && !full.isEarly && full.gone?.isEmpty == true)
  }

  @Test("New photos are found over several pages, and the first page of known ones ends the pass")
  func added() async throws {
    var mirror = await mirror()
    let run = await mirror.run(pages(["a", "b", "c"] + ids), day: 1)
    #expect(run.isEarly && run.calls == 3 && run.transfers == 3 && mirror.paths.count == 11)
    let again = await mirror.run(pages(["a", "b", "c"] + ids), day: 1.5)
    #expect(again.isEarly && again.calls == 1)
  }

  @Test("A photo that was removed or added deep in the listing makes the pass a full one")
  func deep() async throws {
    var mirror = await mirror()
    let added = ids.prefix(6) + ["x"] + ids.suffix(2)
    let full = await mirror.run(pages(Array(added)), day: 1)
    #expect(!full.isEarly && full.transfers == 1 && mirror.paths.count == 9)
    let removed = await mirror.run(pages(ids), day: 2)
    #expect(!removed.isEarly && removed.gone?.missing == 1)
    // The missing photo is judged after a day, not after a week.
    let early = await mirror.run(pages(ids), day: 2.5)
    #expect(early.isEarly)
    let second = await mirror.run(pages(ids), day: 3.1)
    #expect(!second.isEarly && second.gone?.trashed == 1)
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var day = 1.0
    var change: @Sendable (inout TestMirror, inout [String: Page]) async -> Void = { _, _ in }

    init(
      _ name: String, day: Double = 1,
      _ change: @escaping @Sendable (inout TestMirror, inout [String: Page]) async -> Void = {
        _, _ in
      }
    ) {
      (testDescription, self.day, self.change) = (name, day, change)
    }
  }

  private static let cases: [Case] = [
    Case("--full") { mirror, _ in mirror.options = { $0.readsAll = true } },
    Case("another filter") { mirror, _ in
      mirror.options = { $0.filter.excludedTags = [FoldedTag("x")] }
    },
    Case("a week has passed", day: 7),
    Case("the clock was set back", day: -1),
    Case("the site announces more photos") { _, pages in pages[""]?.total = 9 },
    Case("the site announces no total") { _, pages in pages[""]?.total = nil },
    Case("the listing may get photos anywhere") { _, pages in pages[""]?.growsAtFront = false },
    Case("an entry is invalid") { _, pages in pages[""]?.refused = ["no id"] },
    Case("an entry is skipped") { _, pages in
      pages[""]?.skipped = [SkippedEntry(id: "9", kind: "video", reason: "it is not ready")]
    },
    Case("the pass before was interrupted") { mirror, pages in
      var cut = pages
      cut["4"] = nil
      mirror.options = { $0.readsAll = true }
      await mirror.run(cut, day: 0.5)
      mirror.options = { _ in }
    },
    Case("the full pass had invalid entries") { mirror, pages in
      var doubtful = pages
      doubtful["4"]?.refused = ["no id"]
      mirror.options = { $0.readsAll = true }
      await mirror.run(doubtful, day: 0.5)
      mirror.options = { _ in }
    },
  ]

  @Test("A pass reads the whole listing if its early end would not be safe", arguments: cases)
  private func unsafe(_ row: Case) async throws {
    var mirror = await mirror()
    var pages = pages(ids)
    await row.change(&mirror, &pages)
    let run = await mirror.run(pages, day: row.day)
    #expect(!run.isEarly && run.calls >= 4)
  }

  @Test("A photo that always fails is tried by each run, and keeps none from ending early")
  func failing() async throws {
    var mirror = await mirror()
    mirror.reply = { (id) throws(FetchError) in
      guard id != "0" else { throw FetchError(.truncated, "it ends early") }
      return Array("jpeg \(id)".utf8)
    }
    var pages = pages(ids)
    for key in pages.keys { pages[key]?.total = 9 }
    pages[""]?.photos.insert(TestWalk.photo("0"), at: 0)
    for day in [0.5, 1, 1.5] {
      let run = await mirror.run(pages, day: day)
      #expect(run.isEarly && run.results["0"]?.failure != nil && run.transfers > 0)
    }
    mirror.reply = { Array("jpeg \($0)".utf8) }
    let run = await mirror.run(pages, day: 2)
    #expect(run.isEarly && run.transfers == 1 && run.results["0"]?.stored != nil)
  }

  @Test("A feed that shows only its newest photos is always read to its end")
  func window() async throws {
    var mirror = TestMirror()
    for day in [0.0, 1] {
      let run = await mirror.run(pages(ids, extent: .window), day: day)
      #expect(!run.isEarly && run.calls == 4)
    }
  }

  @Test("A file that was removed is fetched again although the listing is not read to its end")
  func lost() async throws {
    var mirror = await mirror()
    mirror.content.files["o/8.jpg"] = nil
    let run = await mirror.run(pages(ids), day: 1)
    #expect(run.isEarly && run.transfers == 1 && mirror.paths.contains("o/8.jpg"))
  }

  @Test("Equal filters have equal selections, others have not, and none is 0")
  func selections() {
    var filters = [PhotoFilter(), PhotoFilter(), PhotoFilter(), PhotoFilter()]
    filters[1].tags = [FoldedTag("a"), FoldedTag("b")]
    filters[2].tags = [FoldedTag("a")]
    filters[2].excludedTags = [FoldedTag("b")]
    filters[3].excludedPhotos = PhotoNames(lines: "1\n2")
    #expect(Set(filters.map(\.selection)).count == 4 && filters[0].selection == 0)
    var same = PhotoFilter()
    same.tags = [FoldedTag("B"), FoldedTag("a")]
    #expect(same.selection == filters[1].selection)
  }
}
