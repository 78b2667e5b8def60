import MirrorTesting
import Testing

@testable import MirrorCore

@Suite("A stored file without a catalog record")
struct AdoptionTests {
  private let page = ["": TestWalk.photos("1", "2")]

  @Test("A stored file without a record is recorded by the admit stage and not downloaded")
  func adopted() async {
    let walk = TestWalk(page)
    walk.destination.content.files = ["o/1.jpg": Array("jpeg".utf8)]
    let (results, error) = await walk.run()
    #expect(error == nil && results["2"]?.stored != nil)
    if case .adopted(let stored) = results["1"] {
      #expect(stored.path == "o/1.jpg" && stored.bytesFetched == 0)
    } else {
      Issue.record("\(String(describing: results["1"]))")
    }
    #expect(!walk.network.addresses.contains { $0.hasSuffix("#1") })
    #expect(walk.destination.content.sidecars.count == 2)
  }

  @Test("A stored file that has no record and is damaged is set aside, and its photo is downloaded")
  func broken() async {
    let walk = TestWalk(page)
    walk.destination.content.files = ["o/1.jpg": Array("broken".utf8)]
    let (results, _) = await walk.run()
    #expect(results["1"]?.stored != nil)
    let files = walk.destination.content.files
    #expect(files["o/1.jpg"] == Array("jpeg 1".utf8))
    #expect(files.values.contains(Array("broken".utf8)))
  }

  @Test("A broken stored file that cannot be moved away costs its photo alone")
  func stuck() async {
    let walk = TestWalk(page)
    walk.destination.content.files = ["o/1.jpg": Array("broken".utf8)]
    walk.destination.retiring.withLock {
      $0 = StorageError(.directory("in the way"), isOfEntry: true)
    }
    let (results, error) = await walk.run()
    #expect(error == nil && results["2"]?.stored != nil)
    #expect(results["1"]?.failure?.stage == .admit && results["1"]?.failure?.reason == "in the way")
  }
}
