import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A photo whose file is damaged")
struct DamagedFileTests {
  private static let aside = ".photomirror/set-aside/o/1.jpg"

  /// A mirror of two photos; the file of the first has other bytes, or none.
  private func mirror(_ bytes: [UInt8]? = [7]) async -> TestMirror {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    mirror.content.files["o/1.jpg"] = bytes
    mirror.options = { ($0.readsListing, $0.damaged) = (false, [1]) }
    return mirror
  }

  private func isMirrored(_ mirror: TestMirror) async throws -> Bool? {
    try await mirror.catalog.photos([1]).first?.record.isMirrored
  }

  @Test("It is fetched again, and the damaged file is set aside with its bytes")
  func mended() async throws {
    var mirror = await mirror()
    let run = await mirror.run([], day: 1)
    #expect(run.error == nil && run.transfers == 1 && run.calls == 0)
    #expect(run.results.keys.sorted() == ["1"])
    let files = mirror.content.files
    #expect(files[Self.aside] == [7] && files["o/1.jpg"]?.starts(with: Array("jpeg".utf8)) == true)
    #expect(run.notes == [.damagedSetAside(path: "o/1.jpg", place: Self.aside)])
    #expect(try await isMirrored(mirror) == true)
  }

  @Test(
    "If it cannot be fetched or is no picture, the damaged file stays, and the photo is mirrored")
  func refused() async throws {
    for answer in [nil, Array("broken".utf8)] {
      var mirror = await mirror()
      let before = mirror.content
      mirror.reply = { (_) throws(FetchError) in
        guard let answer else { throw FetchError(.status(404), "status 404") }
        return answer
      }
      let run = await mirror.run([], day: 1)
      #expect(run.results["1"]?.failure != nil && mirror.content == before)
      #expect(try await isMirrored(mirror) == true)
    }
  }

  @Test("If it cannot be stored, the damaged file gets back its name")
  func full() async throws {
    var mirror = await mirror()
    let before = mirror.content
    mirror.failing = { _ in StorageError(.directory("no space left"), isOfEntry: true) }
    let run = await mirror.run([], day: 1)
    #expect(run.results["1"]?.failure != nil && mirror.content == before)
    mirror.failing = { _ in nil }
    await mirror.run([], day: 2)
    #expect(mirror.content.files[Self.aside] == [7] && mirror.content.files.count == 3)
  }

  @Test("A file that was mended meanwhile stays")
  func mendedMeanwhile() async throws {
    var mirror = TestMirror()
    await mirror.run(["1", "2"])
    let before = mirror.content
    mirror.options = { ($0.readsListing, $0.damaged) = (false, [1]) }
    let run = await mirror.run([], day: 1)
    #expect(run.results["1"] == .known && mirror.content == before)
  }

  @Test("A photo that is lost and damaged is fetched once")
  func lost() async throws {
    var mirror = await mirror()
    try await mirror.catalog.noteLosses([1])
    let run = await mirror.run([], day: 1)
    #expect(run.transfers == 1 && mirror.content.files[Self.aside] == [7])
    #expect(try await isMirrored(mirror) == true)
  }
}
