import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A walk over in-memory ports")
struct WalkTests {
  private let two = ["": TestWalk.photos("1", "2", next: "b"), "b": TestWalk.photos("3")]

  @Test("A walk stores every photo of the listing with its companion files, and ends the pass")
  func everything() async {
    let walk = TestWalk(two)
    let (results, error) = await walk.run()
    #expect(error == nil && results.values.allSatisfy { $0.stored != nil } && results.count == 3)
    let content = walk.destination.content
    #expect(Set(content.files.keys) == ["o/1.jpg", "o/2.jpg", "o/3.jpg"])
    #expect(content.sidecars.count == 3 && content.thumbnails.count == 3)
    #expect(walk.workspace.names.isEmpty)
    #expect(await walk.catalog.hasEnded)
  }

  @Test("A second walk downloads nothing again")
  func again() async {
    let first = TestWalk(two)
    _ = await first.run()
    let again = TestWalk(two, catalog: first.catalog)
    again.destination.content = first.destination.content
    let (results, error) = await again.run()
    #expect(error == nil && results.values.allSatisfy { $0 == .known })
    #expect(again.network.addresses.allSatisfy { $0.contains("/page/") })
  }

  @Test(
    "A disk that is full at the nth file stops the walk, which records only stored photos",
    arguments: 1...3)
  func full(number: Int) async throws {
    let full = StorageError(.directory("no space left"))
    let walk = TestWalk(two, failing: { $0 >= number ? full : nil })
    let (results, error) = await walk.run()
    #expect(error == .directory("no space left"))
    let stored = walk.destination.content.files.count
    #expect(stored == number - 1 && results.values.count { $0.stored != nil } <= stored)
    #expect(try await walk.catalog.mirroredCount() == stored)
    #expect(await !walk.catalog.hasEnded)
  }

  @Test("A name that is already taken fails only its photo")
  func taken() async {
    let walk = TestWalk(
      two, failing: { $0 == 2 ? .init(.directory("taken"), isOfEntry: true) : nil })
    let (results, error) = await walk.run()
    #expect(error == nil && results.values.compactMap(\.failure).map(\.stage) == [.store])
    #expect(walk.destination.content.files.count == 2)
    #expect(await walk.catalog.hasEnded)
  }

  @Test("An icon among a text's pictures is left out and counted, and kept as a refusal")
  func icon() async throws {
    var photo = TestWalk.photo("1")
    photo.renditions[0].leastEdge = 100
    let pages = ["": Page(photos: [photo, TestWalk.photo("2")])]
    let first = TestWalk(pages)
    let (results, error) = await first.run()
    #expect(error == nil && results["1"] == .leftOut(.pixels) && results["2"]?.stored != nil)
    let totals = try #require(first.events.summary?.totals)
    #expect(totals.leftOut == 1 && totals.failed == 0)
    #expect(
      Set(first.destination.content.files.keys) == ["o/2.jpg"] && first.workspace.names.isEmpty)
    // As a refusal, it is requested again after growing intervals.
    let again = TestWalk(pages, catalog: first.catalog, destination: first.destination)
    guard case .unavailable(let facts)? = await again.run().results["1"] else {
      Issue.record("it is not kept as a refusal")
      return
    }
    #expect(facts.reason == "is 4x3, an icon")
  }

  @Test("A lost catalog stops the walk, and no photo is reported as mirrored")
  func lostCatalog() async {
    let walk = TestWalk(two)
    await walk.catalog.fail(with: .directory("the catalog is gone"))
    let (results, error) = await walk.run()
    #expect(error == .directory("the catalog is gone") && results.isEmpty)
  }

  @Test("A transient failure is retried once at the end of the walk")
  func deferred() async {
    let walk = TestWalk(
      two,
      reply: { (id) throws(FetchError) in
        guard id != "2" else { throw FetchError(.truncated, "it ends early", isTransient: true) }
        return Array("jpeg".utf8)
      })
    let (results, _) = await walk.run()
    #expect(results["2"]?.failure?.reason == "it ends early")
    #expect(walk.network.addresses.count { $0.hasSuffix("#2") } == 2)
    #expect(walk.destination.content.files.count == 2)
  }

  @Test("A damaged file is fetched twice, and twice by the next run, which records it")
  func damaged() async {
    let pages = ["": TestWalk.photos("1")]
    let first = TestWalk(pages, reply: { _ in Array("broken".utf8) })
    #expect(await first.run().results["1"]?.failure?.willRetry == true)
    #expect(first.network.addresses.count { $0.hasSuffix("#1") } == 2)
    let next = TestWalk(
      pages, catalog: first.catalog, destination: first.destination,
      reply: { _ in Array("broken".utf8) })
    guard case .unavailable(let facts)? = await next.run().results["1"] else {
      Issue.record("it is not recorded")
      return
    }
    #expect(facts.reason == "it ends early" && facts.wasAsked)
    #expect(next.network.addresses.count { $0.hasSuffix("#1") } == 2)
  }

  /// What a site sends instead of the file that was promised.
  enum Unkept: CaseIterable {
    case damaged, otherDigest, otherPixels, otherLength, empty
  }

  @Test(
    "A file that is not the promised one is fetched twice, and once by the next run, which records it",
    arguments: Unkept.allCases)
  func promised(_ kind: Unkept) async throws {
    var photo = TestWalk.photo("1")
    switch kind {
    case .damaged: photo.renditions[0].digest = .init(.md5, hex: "11")
    case .otherDigest: photo.renditions[0].digest = .init(.md5, hex: "22")
    case .otherPixels: (photo.renditions[0].width, photo.renditions[0].height) = (40, 30)
    case .otherLength, .empty: break
    }
    let pages = ["": Page(photos: [photo], next: nil)]
    var before: TestWalk?
    for fetches in [2, 1] {
      let walk = TestWalk(
        pages, catalog: before?.catalog ?? MemoryCatalog(), destination: before?.destination,
        reply: { (id) throws(FetchError) in
          if kind == .otherLength, !id.isEmpty {
            throw FetchError(.inconsistent, "other", isTransient: true)
          }
          return Array((kind == .damaged ? "broken" : kind == .empty ? "" : "jpeg").utf8)
        })
      let result = await walk.run().results["1"]
      if fetches == 2 {
        #expect(result?.failure?.willRetry == true)
      } else {
        guard case .unavailable(let facts)? = result else {
          Issue.record("it is not recorded: \(String(describing: result))")
          return
        }
        #expect(facts.wasAsked)
      }
      #expect(walk.network.addresses.count { $0.hasSuffix("#1") } == fetches)
      before = walk
    }
  }

  @Test(
    "Photos with long titles are stored under names that the place takes, fetched once, and keep them",
    arguments: [143, 200])
  func longNames(said: Int) async {
    let title = String(repeating: "harbour ", count: 40)
    let pages = ["": Page(photos: ["1", "2", "3"].map { TestWalk.photo($0, title: title) })]
    let first = TestWalk(pages)
    // A place that encrypts names may not know how many it takes.
    first.destination.longest.withLock { $0 = (143, said) }
    let results = await first.run().results
    #expect(results.values.allSatisfy { $0.stored != nil } && results.count == 3)
    let files = first.destination.content.files.keys.sorted()
    #expect(files.count == 3 && files.allSatisfy { $0.utf8.count <= 143 + 2 })
    #expect(["1", "2", "3"].allSatisfy { id in files.contains { $0.hasSuffix("_\(id).jpg") } })
    #expect(results.compactMap(\.value.stored?.path).sorted() == files)
    #expect(first.network.addresses.count { $0.contains("#") } == 3)
    let next = TestWalk(pages, catalog: first.catalog, destination: first.destination)
    #expect(
      await next.run().results.values.allSatisfy { if case .known = $0 { true } else { false } })
    #expect(next.network.addresses.allSatisfy { !$0.contains("#") })
  }

  @Test("A photo whose shortest name is refused fails alone")
  func tooLong() async {
    let walk = TestWalk([
      "": Page(photos: [TestWalk.photo("1"), TestWalk.photo(String(repeating: "x", count: 70))])
    ])
    walk.destination.longest.withLock { $0 = (30, 200) }
    let results = await walk.run().results
    #expect(results["1"]?.stored != nil && results.count == 2)
    #expect(
      results.values.compactMap(\.failure).first?.reason.contains("File name too long") == true)
  }

  @Test("A listing that fails midway ends with its error, and the photos it gave are stored")
  func brokenListing() async {
    let walk = TestWalk(["": TestWalk.photos("1", next: "missing")])
    let (results, error) = await walk.run()
    #expect(error == .source("no such page") && results["1"]?.stored != nil)
    #expect(await !walk.catalog.hasEnded)
  }

  @Test("A resumed walk reads the rest of the listing first, and then its front")
  func resumed() async {
    var walk = TestWalk(two)
    walk.resumption = Resumption(cursor: "b", doneBefore: 2)
    let (results, error) = await walk.run()
    #expect(error == nil && results.count == 3)
    #expect(walk.network.addresses.first { $0.contains("/page/") } == "http://site/page/b")
  }

  @Test("A resumed walk reports how many photos are left of the number that the site announces")
  func remaining() async {
    var walk = TestWalk([
      "": TestWalk.photos("1", "2", next: "b"),
      "b": Page(photos: [TestWalk.photo("3")], next: "c", total: 10), "c": TestWalk.photos("4"),
    ])
    walk.resumption = Resumption(cursor: "b", doneBefore: 2)
    _ = await walk.run()
    #expect(walk.events.listed.first?.knownTotal == 8)
  }

  @Test("A later walk that lists no photo of an earlier one notes that photos may be missed")
  func gap() async {
    var mirror = TestMirror()
    await mirror.run(["1"])
    #expect(await !mirror.run(["1", "2"], day: 1).notes.contains(.noKnownPhotos))
    #expect(await mirror.run(["3"], day: 2).notes.contains(.noKnownPhotos))
  }
}
