import Catalog
import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("Verifications that read the files first that were not read for longest")
struct CheckOrderTests {
  /// A mirror of photos without files, each of 100 bytes, stored at the seconds 1, 2, 3, …
  private func mirror(_ count: Int) throws -> (TemporaryDirectory, Mirror) {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    let catalog = try Catalog(path: directory.catalog)
    let source = try catalog.beginRun(ofSource: "a:b")
    let records = try catalog.admit(
      (1...count).map { NewPhoto(photo: "\($0)", stem: "o/\($0)", listing: "{}") }, provider: "a",
      source: source)
    try catalog.record(
      records.map {
        MirroredPhoto(
          id: $0.id, path: $0.stem + ".gif", format: "gif", width: 1, height: 1, byteCount: 100,
          sha256: "", label: "", storedAt: $0.id)
      })
    return (folder, Mirror(folder.path))
  }

  /// The photos that a verification checks, in its order, and its last report.
  private func check(
    _ mirror: Mirror, _ bounds: Verification.Bounds = .none
  ) async throws -> (photos: [Int64], last: Verification.Progress) {
    var options = Verification.Options()
    (options.isOldestFirst, options.bounds) = (true, bounds)
    var (photos, last) = ([Int64](), Verification.Progress())
    try await Verification(of: mirror, options).run { progress in
      photos += [progress.photo?.id].compactMap(\.self)
      last = progress
    }
    return (photos, last)
  }

  private func bounds(_ set: (inout Verification.Bounds) -> Void) -> Verification.Bounds {
    var bounds = Verification.Bounds()
    set(&bounds)
    return bounds
  }

  @Test("Each verification of a share goes on where the last one ended, until all files are read")
  func share() async throws {
    let (folder, mirror) = try mirror(25)
    defer { withExtendedLifetime(folder) {} }
    let share = bounds { $0.percent = 40 }
    #expect(try await check(mirror, share).photos == Array(1...10))
    #expect(try await check(mirror, share).photos == Array(11...20))
    // All are read by now or in this second, so that the rest is first, and then those of the first time.
    #expect(try await check(mirror, share).photos == Array(21...25) + Array(1...5))
  }

  @Test("A file that was stored lately is read after one that was checked before")
  func stored() async throws {
    let (folder, mirror) = try mirror(3)
    defer { withExtendedLifetime(folder) {} }
    let catalog = try Catalog(path: MirrorDirectory(folder.path).catalog)
    try catalog.note([
      FileCheckRecord(photo: 1, at: 1000, kind: .digest, problem: nil),
      FileCheckRecord(photo: 2, at: 2000, kind: .digest, problem: .rotten),
    ])
    #expect(try await check(mirror).photos == [3, 1, 2])
  }

  @Test("Bytes, age and time limit a verification; its first file is read whatever its size")
  func limits() async throws {
    let (folder, mirror) = try mirror(5)
    defer { withExtendedLifetime(folder) {} }
    #expect(try await check(mirror, bounds { $0.time = .zero }).photos == [])
    #expect(try await check(mirror, bounds { $0.byteCount = 250 }).photos == [1, 2])
    #expect(try await check(mirror, bounds { $0.byteCount = 1 }).photos == [3])
    #expect(try await check(mirror, bounds { $0.age = .seconds(3600) }).photos == [4, 5])
    #expect(try await check(mirror, bounds { $0.age = .seconds(3600) }).photos == [])
  }

  @Test("The catalog tells when files were checked, how often, and with what outcome")
  func coverage() async throws {
    let (folder, mirror) = try mirror(4)
    defer { withExtendedLifetime(folder) {} }
    let begin = Catalog.now()
    let first = try await check(mirror, bounds { $0.percent = 25 })
    let coverage = try #require(first.last.coverage)
    #expect(coverage.photos == 4 && coverage.checked == 1 && coverage.recent == 1)
    #expect(coverage.problems == 1 && coverage.rotten == 0)
    // One of four files in a day.
    #expect(coverage.oldest == 2 && coverage.cycleDays == 4)
    #expect(first.last.recordingError == nil)
    _ = try await check(mirror)
    let all = try CheckCoverage(of: mirror)
    #expect(all.checked == 4 && (all.oldest ?? 0) >= begin && all.cycleDays == 1)
  }

  @Test(
    "Times of a clock that was ahead are none: their files are read first, and count as not checked"
  )
  func future() async throws {
    let (folder, mirror) = try mirror(4)
    defer { withExtendedLifetime(folder) {} }
    let ahead = Catalog.now() + 10 * 365 * 86_400
    let catalog = try Catalog(path: MirrorDirectory(folder.path).catalog)
    // The first and the third were read, and the fourth was stored, by that clock.
    try catalog.note([
      FileCheckRecord(photo: 1, at: ahead, kind: .digest, problem: nil),
      FileCheckRecord(photo: 2, at: 1000, kind: .digest, problem: nil),
      FileCheckRecord(photo: 3, at: ahead, kind: .digest, problem: nil),
    ])
    let last = try #require(try catalog.expected([4]).first?.file)
    try catalog.record([
      MirroredPhoto(
        id: 4, path: last.path, format: "gif", width: 1, height: 1, byteCount: 100, sha256: "",
        label: "", storedAt: ahead)
    ])
    let before = try CheckCoverage(of: mirror)
    #expect(before.checked == 1 && before.recent == 0 && before.oldest == nil)
    #expect(before.cycleDays == nil)
    // When the first and the third were stored is known.
    #expect(try await check(mirror).photos == [4, 1, 3, 2])
    let after = try CheckCoverage(of: mirror)
    #expect(after.checked == 4 && after.recent == 4)
    #expect(try await check(mirror, bounds { $0.age = .seconds(3600) }).photos == [])
  }

  @Test("A verification records its checks while a run has the lock")
  func besideRun() async throws {
    let (folder, mirror) = try mirror(3)
    defer { withExtendedLifetime(folder) {} }
    try await mirror.open(.changing) { _ in
      let checked = try await check(mirror)
      #expect(checked.photos == [1, 2, 3] && checked.last.recordingError == nil)
    }
    #expect(try CheckCoverage(of: mirror).checked == 3)
  }

  @Test("A quick verification records only what it read or missed")
  func quick() async throws {
    let (folder, mirror) = try mirror(2)
    let file = Data(repeating: 7, count: 100)
    try FileManager.default.createDirectory(
      atPath: folder.appending("o"), withIntermediateDirectories: true)
    try file.write(to: URL(filePath: folder.appending("o/1.gif")))
    var options = Verification.Options()
    options.isQuick = true
    // The file was written to after the second in which it was stored, and is read; the other one is missing.
    try await Verification(of: mirror, options).run { _ in }
    #expect(try CheckCoverage(of: mirror).checked == 2)
    let catalog = try Catalog(path: MirrorDirectory(folder.path).catalog)
    #expect(
      try catalog.longestUnread(after: .start, before: 3, now: Catalog.now(), limit: 10).isEmpty)
  }
}
