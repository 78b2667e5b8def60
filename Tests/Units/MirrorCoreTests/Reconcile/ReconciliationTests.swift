import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Photos that are gone from their source")
struct ReconciliationTests {
  @Test("A photo that two complete listings a day apart lack is moved to the trash with its files")
  func trashed() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let first = await mirror.run(["1"], day: 1)
    #expect(first.gone?.missing == 1 && first.gone?.gone == 0 && mirror.trash.isEmpty)
    let early = await mirror.run(["1"], day: 1.9)
    #expect(early.gone?.missing == 1 && mirror.trash.isEmpty)
    let second = await mirror.run(["1"], day: 2)
    #expect(second.gone?.trashed == 1 && second.gone?.missing == 0)
    #expect(mirror.paths == ["o/1.jpg"] && mirror.trash.count == 1)
    let trashed = mirror.content.trash.values.first
    #expect(trashed?.sidecar != nil && trashed?.thumbnail != nil)
    let record = trashed.flatMap { TrashRecord($0.record) }
    #expect(record?.key == "2" && record?.path == "o/2.jpg" && record?.cause == .gone)
    #expect(mirror.content.sidecars.count == 1 && mirror.content.thumbnails.count == 1)
    let third = await mirror.run(["1"], day: 3)
    #expect(third.gone?.isEmpty == true && third.transfers == 0)
  }

  @Test("A photo that one listing lacks is gone if the site says that it has no such photo")
  func unknown() async {
    var mirror = TestMirror()
    mirror.unknown = ["2"]
    await mirror.run(["1", "2", "3"])
    let run = await mirror.run(["1"], day: 1)
    #expect(run.gone?.trashed == 1 && run.gone?.missing == 1 && run.calls == 3)
    #expect(mirror.paths == ["o/1.jpg", "o/3.jpg"])
    // A photo that is listed is not asked about.
    mirror.unknown = ["1", "3"]
    let listed = await mirror.run(["1", "3"], day: 1.1)
    #expect(listed.gone?.trashed == 0 && mirror.paths == ["o/1.jpg", "o/3.jpg"])
  }

  @Test("A photo that is listed again is restored from the trash without a transfer")
  func restored() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let before = mirror.content
    for day in [1.0, 2.0] { await mirror.run(["1"], day: day) }
    let run = await mirror.run(["1", "2"], day: 3)
    #expect(run.results["2"] == .restored(path: "o/2.jpg") && run.transfers == 0)
    #expect(mirror.content == before)
    let again = await mirror.run(["1", "2"], day: 4)
    #expect(again.results["2"] == .known)
  }

  @Test("A photo whose file in the trash is damaged is fetched again when it is listed again")
  func damaged() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    for day in [1.0, 2.0] { await mirror.run(["1"], day: day) }
    for place in mirror.trash { mirror.content.trash[place]?.file = [1] }
    let run = await mirror.run(["1", "2"], day: 3)
    #expect(run.results["2"]?.stored != nil && run.transfers == 1)
    #expect(mirror.paths == ["o/1.jpg", "o/2.jpg"] && mirror.trash.count == 1)
  }

  @Test("By default a photo that is gone is kept and reported, and listed again it is not gone")
  func kept() async throws {
    var mirror = TestMirror(.keep)
    await mirror.run(["1", "2"])
    await mirror.run(["1"], day: 1)
    let second = await mirror.run(["1"], day: 2)
    #expect(second.gone?.kept == 1 && second.gone?.newlyGone == 1)
    #expect(second.notes.contains(.gone(path: "o/2.jpg")))
    let third = await mirror.run(["1"], day: 3)
    #expect(third.gone?.kept == 1 && third.gone?.newlyGone == 0 && third.notes.isEmpty)
    #expect(mirror.paths.count == 2 && mirror.trash.isEmpty)
    await mirror.run(["1", "2"], day: 4)
    let states = try await mirror.catalog.departed(in: [.gone], after: 0, limit: 9)
    #expect(states.isEmpty)
  }

  @Test("With --gone delete nothing of the photo is left")
  func deleted() async {
    var mirror = TestMirror(.delete)
    await mirror.run(["1", "2"])
    await mirror.run(["1"], day: 1)
    let second = await mirror.run(["1"], day: 2)
    #expect(second.gone?.deleted == 1 && mirror.paths == ["o/1.jpg"] && mirror.trash.isEmpty)
    let back = await mirror.run(["1", "2"], day: 3)
    #expect(back.results["2"]?.stored != nil && mirror.paths.count == 2)
  }

  @Test(
    "A photo that the site has, though its listing does not show it, is not gone",
    arguments: [GonePolicy.Action.trash, .delete])
  func hidden(action: GonePolicy.Action) async {
    var mirror = TestMirror(action)
    mirror.unknown = []
    await mirror.run(["1", "2", "3", "4", "5"])
    for day in 1...5 {
      let run = await mirror.run(["1"], day: Double(day))
      #expect(run.gone?.gone == 0 && run.gone?.missing == 4 && mirror.paths.count == 5)
    }
    mirror.unknown = ["2"]
    let run = await mirror.run(["1"], day: 6)
    #expect(run.gone?.gone == 1 && mirror.paths.count == 4)
  }

  @Test("Of photos to delete, only those go of which the site was asked")
  func checked() async {
    var mirror = TestMirror(.delete)
    mirror.policy.limit = .percent(100)
    let ids = (0...350).map(String.init)
    await mirror.run(ids)
    // The site can be asked from now on, and has half of them.
    mirror.unknown = Set((101...350).map(String.init))
    await mirror.run(ids, day: 1)
    mirror.unknown = nil
    await mirror.run(["0"], day: 2)
    mirror.unknown = Set((101...350).map(String.init))
    let run = await mirror.run(["0"], day: 3)
    #expect(run.gone?.checked == 200 && run.gone?.unchecked == 150)
    #expect(run.gone?.deleted == 100 && mirror.paths.count == 251)
    let next = await mirror.run(["0"], day: 4)
    #expect(next.gone?.deleted == 150 && next.gone?.unchecked == 0 && mirror.paths.count == 101)
  }

  @Test("A listing that proves nothing never makes a photo gone", arguments: 0...5)
  func doubts(kind: Int) async {
    var mirror = TestMirror()
    mirror.policy.passes = 1
    await mirror.run(["1", "2", "3"])
    var last: TestMirror.Run?
    for day in [1.0, 2.0, 3.0] {
      switch kind {
      case 0: last = await mirror.run(["1"], day: day) { $0.with { $0.extent = .window } }
      case 1: last = await mirror.run(["1"], day: day) { $0.with { $0.refused = ["an entry"] } }
      case 2: last = await mirror.run(["1"], day: day) { $0.with { $0.extent = .cutShort } }
      case 3: last = await mirror.run(["1", "3"], day: day, limit: 1)
      // The second page fails.
      case 4:
        last = await mirror.run(["": TestWalk.photos("1", next: "b")], day: day)
      // The site announces more photos, and repeats one.
      default:
        let first = TestWalk.photos("1", next: "b").with { $0.total = 3 }
        let second = TestWalk.photos("1").with { $0.total = 3 }
        last = await mirror.run(["": first, "b": second], day: day)
      }
    }
    #expect(last?.gone?.gone ?? 0 == 0)
    #expect(mirror.paths.count == 3 && mirror.trash.isEmpty)
  }

  @Test("A photo whose file was edited, or that another source lists, is not touched")
  func untouched() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2", "3"])
    await mirror.run(["3"], source: "site:other")
    mirror.content.files["o/2.jpg"] = Array("jpeg edited".utf8)
    await mirror.run(["1"], day: 1)
    let run = await mirror.run(["1"], day: 2)
    #expect(run.gone?.edited == 1 && run.gone?.listedElsewhere == 1 && run.gone?.trashed == 0)
    #expect(run.notes.contains(.goneAndEdited(path: "o/2.jpg")))
    #expect(mirror.paths.count == 3 && mirror.trash.isEmpty)
  }

  @Test("Files that the catalog does not know stay where they are")
  func strangers() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    mirror.content.files["o/mine.jpg"] = [1]
    for day in [1.0, 2.0] { await mirror.run(["1"], day: day) }
    #expect(mirror.paths == ["o/1.jpg", "o/mine.jpg"])
  }

  @Test("More photos than the limit are not touched, and the report says how many they are")
  func limited() async {
    var mirror = TestMirror()
    mirror.policy.limit = .percent(50)
    await mirror.run(["1", "2", "3", "4"])
    await mirror.run(["1"], day: 1)
    let run = await mirror.run(["1"], day: 2)
    #expect(run.gone?.gone == 3 && run.gone?.exceeded == 2 && run.gone?.trashed == 0)
    #expect(mirror.paths.count == 4)
    mirror.policy.limit = .photos(3)
    let confirmed = await mirror.run(["1"], day: 3)
    #expect(confirmed.gone?.trashed == 3 && mirror.paths == ["o/1.jpg"])
  }

  @Test("An account that shows nothing any more is reported once, and its photos are kept")
  func withdrawn() async {
    var mirror = TestMirror(.delete)
    await mirror.run(["1", "2"])
    let runs = [
      await mirror.run([], day: 1), await mirror.run([], day: 2), await mirror.run([], day: 3),
    ]
    #expect(runs.map { $0.notes.contains(.withdrawn(photos: 2)) } == [true, false, false])
    #expect(mirror.paths.count == 2)
    await mirror.run(["1", "2"], day: 4)
    #expect(await mirror.run([], day: 5).notes.contains(.withdrawn(photos: 2)))
  }

  @Test("An account that the site refuses is reported as withdrawn once, and its photos are kept")
  func refused() async {
    var mirror = TestMirror(.delete)
    await mirror.run(["1", "2"])
    let before = mirror.content
    // There is no such page.
    let runs = [await mirror.run([:], day: 1), await mirror.run([:], day: 2)]
    #expect(runs.map { $0.notes.contains(.withdrawn(photos: 2)) } == [true, false])
    #expect(runs.allSatisfy { $0.error != nil } && mirror.content == before)
    await mirror.run(["1", "2"], day: 3)
    #expect(await mirror.run([:], day: 4).notes.contains(.withdrawn(photos: 2)))
  }

  @Test("A trash that cannot be written stops the run, and the photo stays mirrored")
  func full() async throws {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let before = mirror.content
    await mirror.run(["1"], day: 1)
    mirror.retiring = StorageError(.directory("no space left"))
    let run = await mirror.run(["1"], day: 2)
    #expect(run.error == .directory("no space left"))
    // The record, which is first, may be in the trash.
    #expect(mirror.content.files == before.files && mirror.content.sidecars == before.sidecars)
    #expect(mirror.content.thumbnails == before.thumbnails)
    #expect(try await mirror.catalog.mirrored(after: 0, limit: 9).count == 2)
    mirror.retiring = nil
    #expect(await mirror.run(["1"], day: 3).gone?.trashed == 1)
  }

  @Test("A move that a kill interrupted is finished by the next run", arguments: [false, true])
  func interrupted(isMoved: Bool) async throws {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let place = ".photomirror/trash/2023-11-15/o/2.jpg"
    try await mirror.catalog.depart([2: Departure(.leaving, since: 7, reason: "why", place: place)])
    if isMoved {
      mirror.content.trash[place] = .init(file: mirror.content.files.removeValue(forKey: "o/2.jpg"))
    }
    let run = await mirror.run(["1"], day: 1)
    #expect(run.error == nil && mirror.paths == ["o/1.jpg"] && mirror.trash == [place])
    let trashed = try await mirror.catalog.departed(in: [.trashed], after: 0, limit: 9)
    #expect(trashed.map(\.record.id) == [2])
    #expect(await mirror.run(["1", "2"], day: 2).results["2"] == .restored(path: "o/2.jpg"))
  }

  @Test("A photo that the user forgot is not mirrored again, though it is listed")
  func forgotten() async throws {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let place = ".photomirror/trash/2023-11-15/o/2.jpg"
    try await mirror.catalog.depart([
      2: Departure(.leaving, since: 7, reason: "why", isForgotten: true, place: place)
    ])
    let run = await mirror.run(["1", "2"], day: 1)
    #expect(run.results["2"] == .forgotten && run.transfers == 0)
    #expect(mirror.paths == ["o/1.jpg"] && mirror.trash == [place])
  }

  @Test("A file that was deleted comes back with the next run, which says so")
  func lost() async {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    mirror.content.files["o/2.jpg"] = nil
    let run = await mirror.run(["1", "2"], day: 1)
    #expect(run.notes.contains(.filesLost(1)) && run.results["2"]?.stored != nil)
  }

  @Test(
    "The limit of photos that may go is the lower of 50 and 5 percent, rounded up, unless it is set",
    arguments: [(0, 0), (1, 1), (10, 1), (21, 2), (1000, 50), (5000, 50)])
  func standard(total: Int, limit: Int) {
    #expect(GonePolicy.Limit.standard.number(of: total) == limit)
    #expect(GonePolicy.Limit.percent(100).number(of: total) == total)
  }
}

extension Page {
  fileprivate func with(_ change: (inout Page) -> Void) -> Page {
    var page = self
    change(&page)
    return page
  }
}
