import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A photo that was replaced at its site")
struct VersionExchangeTests {
  private func photo(_ version: String) -> Photo { TestWalk.photo("1", version: version) }

  private func bytes(_ version: String) -> [UInt8] { Array("jpeg 1\(version)".utf8) }

  /// A mirror of one photo, in its first version.
  private func mirror() async -> TestMirror {
    var mirror = TestMirror()
    await mirror.run(photos: [photo("a")])
    return mirror
  }

  @Test("The new version is stored under the old name, and the old one goes to the trash")
  func replaced() async throws {
    var mirror = await mirror()
    let before = mirror.content
    let run = await mirror.run(photos: [photo("b")], day: 1)
    guard case .replaced(let facts) = run.results["1"] else { throw Unexpected(run.results) }
    let place = try #require(facts.place)
    #expect(facts.stored?.path == "o/1.jpg" && facts.isNew)
    #expect(mirror.content.files == ["o/1.jpg": bytes("b")])
    #expect(mirror.content.trash[place]?.file == bytes("a") && mirror.content.trash.count == 1)
    let record = mirror.content.trash[place].flatMap { TrashRecord($0.record) }
    #expect(record?.cause == .replaced && record?.path == "o/1.jpg")
    // But for the digest of the picture.
    let sidecars = [mirror.content.sidecars, before.sidecars].map { sidecars in
      sidecars.mapValues { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    }
    #expect(sidecars[0] != sidecars[1])
    let rest = sidecars.map { $0.mapValues { $0.filter { !$0.hasPrefix("<photomirror:") } } }
    #expect(rest[0] == rest[1])
    #expect(mirror.content.thumbnails.keys == before.thumbnails.keys)
    let after = mirror.content
    let again = await mirror.run(photos: [photo("b")], day: 2)
    #expect(again.results["1"] == .known && again.transfers == 0 && mirror.content == after)
  }

  @Test("A picture that only moved to another address stays, and is not fetched again")
  func moved() async throws {
    var mirror = TestMirror()
    mirror.reply = { _ in Array("jpeg".utf8) }
    await mirror.run(photos: [photo("a")])
    let before = mirror.content
    let first = await mirror.run(photos: [photo("b")], day: 1)
    #expect(first.results["1"] == .known && first.transfers == 1 && mirror.content == before)
    let second = await mirror.run(photos: [photo("b")], day: 2)
    #expect(second.results["1"] == .known && second.transfers == 0)
  }

  @Test("A file that the user edited is never replaced, and nothing is fetched for it")
  func edited() async throws {
    var mirror = await mirror()
    mirror.content.files["o/1.jpg"] = Array("jpeg mine".utf8)
    let edited = mirror.content
    for (day, isNew) in [(1.0, true), (2.0, false)] {
      let run = await mirror.run(photos: [photo("b")], day: day)
      guard case .replaced(let facts) = run.results["1"] else { throw Unexpected(run.results) }
      #expect(facts.stored == nil && facts.isNew == isNew && run.transfers == 0)
      #expect(mirror.content == edited)
    }
  }

  @Test("A file that the user edits while the new version is fetched stays")
  func editedMeanwhile() async throws {
    let first = TestWalk(["": Page(photos: [photo("a")])])
    _ = await first.run()
    let destination = first.destination
    let second = TestWalk(
      ["": Page(photos: [photo("b")])], catalog: first.catalog, destination: destination,
      reply: { (id) throws(FetchError) in
        destination.content.files["o/1.jpg"] = Array("jpeg mine".utf8)
        return Array("jpeg \(id)".utf8)
      })
    let (results, error) = await second.run()
    guard case .replaced(let facts) = results["1"] else { throw Unexpected(results) }
    #expect(error == nil && facts.stored == nil)
    #expect(destination.content.files == ["o/1.jpg": Array("jpeg mine".utf8)])
    #expect(destination.content.trash.isEmpty && second.workspace.names.isEmpty)
  }

  @Test("If the new version is damaged or missing, the old one stays and the next run tries again")
  func damaged() async throws {
    var mirror = await mirror()
    let before = mirror.content
    mirror.reply = { _ in Array("broken".utf8) }
    let broken = await mirror.run(photos: [photo("b")], day: 1)
    #expect(broken.results["1"]?.failure?.stage == .inspect && mirror.content == before)
    mirror.reply = { (id) throws(FetchError) in
      // A page has no id.
      guard id.isEmpty else { throw FetchError(.status(404), "status 404") }
      return []
    }
    let missing = await mirror.run(photos: [photo("b")], day: 2)
    #expect(missing.results["1"]?.failure != nil && mirror.content == before)
    mirror.reply = { Array("jpeg \($0)".utf8) }
    await mirror.run(photos: [photo("b")], day: 3)
    #expect(mirror.content.files == ["o/1.jpg": bytes("b")])
  }

  @Test("As many old versions as are wanted stay in the trash", arguments: [nil, 0, 1, 2])
  func kept(count: Int?) async throws {
    var mirror = await mirror()
    mirror.keptVersions = count
    let versions = ["b", "c", "d"]
    for (day, version) in versions.enumerated() {
      await mirror.run(photos: [photo(version)], day: Double(day + 1))
    }
    let left = Array(["a", "b", "c"].suffix(count ?? 3))
    #expect(mirror.content.trash.sorted { $0.key < $1.key }.map(\.value.file) == left.map(bytes))
    #expect(mirror.content.files == ["o/1.jpg": bytes("d")])
  }

  @Test("If the new version cannot be stored, the old one comes back")
  func full() async throws {
    for isOfEntry in [true, false] {
      var mirror = await mirror()
      let before = mirror.content
      mirror.failing = { _ in StorageError(.directory("no space left"), isOfEntry: isOfEntry) }
      let run = await mirror.run(photos: [photo("b")], day: 1)
      #expect((run.error == nil) == isOfEntry && mirror.content == before)
      mirror.failing = { _ in nil }
      await mirror.run(photos: [photo("b")], day: 2)
      #expect(mirror.content.files == ["o/1.jpg": bytes("b")] && mirror.content.trash.count == 1)
    }
  }

  @Test("What a kill interrupts is taken back or completed by the next run, at every step")
  func killed() async throws {
    for step in 0...3 {
      var mirror = await mirror()
      let place = ".photomirror/trash/2023-11-15/o/1.jpg"
      try await mirror.catalog.depart([1: Departure(.replacing, since: 1, reason: "", place: place)]
      )
      if step >= 1 {
        mirror.content.trash[place] = .init(file: step == 1 ? nil : mirror.content.files["o/1.jpg"])
      }
      if step >= 2 { mirror.content.files["o/1.jpg"] = nil }
      if step == 3 { mirror.content.files["o/1.jpg"] = bytes("b") }
      let run = await mirror.run(photos: [photo("b")], day: 1)
      #expect(run.error == nil && mirror.content.files == ["o/1.jpg": bytes("b")], "\(step)")
      #expect(mirror.content.trash.count { $0.value.file == bytes("a") } == 1, "\(step)")
      let after = mirror.content
      let again = await mirror.run(photos: [photo("b")], day: 2)
      #expect(again.results["1"] == .known && mirror.content == after, "\(step)")
    }
  }

  @Test(
    "A listing shows another picture by another path, digest or size, and not by host or query",
    arguments: [
      ("http://img/1.jpg", 400, "aa", false), ("https://cdn/1.jpg?t=2", 400, "AA", false),
      ("http://img/2.jpg", 400, "aa", true), ("http://img/1.jpg", 400, "bb", true),
      ("http://img/1.jpg", 300, "aa", false), ("http://img/1.jpg", 300, "", true),
      ("http://img/1.jpg", 401, "", false), ("http://img/1.jpg", 0, "", false),
    ])
  func shown(url: String, width: Int, digest: String, isReplaced: Bool) {
    let record = PhotoRecord(
      id: 1, photo: "1", stem: "o/1", isMirrored: true, source: 1, run: 1,
      address: "http://img/1.jpg", label: "L",
      picture: PictureFacts(
        width: 400, height: 300, announced: Rendition.Digest(.md5, hex: "aa").mark))
    let rendition = Rendition(
      label: "L", url: url, width: width, height: 300,
      digest: digest.isEmpty ? nil : .init(.md5, hex: digest))
    let photo = Photo(id: "1", owner: "o", updatedAt: 99, renditions: [rendition])
    #expect(record.isReplaced(by: photo) == isReplaced)
  }

  @Test("A picture in other sizes is another one if its smallest size has another address")
  func sizes() async throws {
    func photo(_ sizes: String...) -> Photo {
      let renditions = sizes.enumerated().map { number, size in
        Rendition(
          label: "\(size.prefix(1))", url: "http://site/\(size)#\(size)", width: number > 0 ? 4 : 2,
          height: number > 0 ? 3 : 1)
      }
      return Photo(id: "1", owner: "o", renditions: renditions)
    }
    var mirror = TestMirror()
    await mirror.run(photos: [photo("s1", "l1")])
    let before = mirror.content
    // Only the smaller size of the same picture is left.
    let fewer = await mirror.run(photos: [photo("s1", "m1")], day: 1)
    #expect(fewer.results["1"] == .known && fewer.transfers == 0 && mirror.content == before)
    let other = await mirror.run(photos: [photo("s2", "m2")], day: 2)
    #expect(other.transfers == 1 && mirror.content.files == ["o/1.jpg": Array("jpeg m2".utf8)])
    #expect(mirror.content.trash.count == 1)
  }

  private struct Unexpected: Error {
    let results: [String: PhotoResult]

    init(_ results: [String: PhotoResult]) { self.results = results }
  }
}
