import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("A photo that fails in a run")
struct PhotoFaultsTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  @Test(
    "A photo that is refused or damaged in two runs is unavailable, and not asked for again",
    arguments: ["404 Not Found", "403 Forbidden", "cut with a matching length"])
  func unavailable(name: String) async throws {
    let cut = try TestArchive.picture(TestArchive.id(2)).dropLast(99)
    site.answer(
      TestSite.target(2),
      with: name.hasPrefix("4") ? [.response(name, ["Content-Length: 0"])] : [.ok(Array(cut))])
    site.show(1...3)
    try await site.run(into: archive)
    #expect(try MirrorStatus(of: archive.mirror).unavailable.isEmpty)
    for wasAsked in [true, false] {
      let requests = site.pictures.count
      let run = try await site.run(into: archive)
      guard case .unavailable(let facts) = run.results[TestArchive.id(2)] else {
        Issue.record("\(run.results)")
        return
      }
      #expect(facts.wasAsked == wasAsked && run.summary.totals.failed == 0)
      #expect((site.pictures.count > requests) == wasAsked)
      let group = try #require(try MirrorStatus(of: archive.mirror).unavailable.first)
      #expect(group.reason == facts.reason && group.since == facts.since && group.photos == 1)
    }
  }

  @Test("An unavailable photo is asked for again when its listing changes, and is mirrored then")
  func revived() async throws {
    for version in [0, 1] {
      site.answer(
        TestSite.target(1, version: version),
        with: [.response("404 Not Found", ["Content-Length: 0"])])
    }
    let id = TestArchive.id(1)
    var words: [String] = []
    for version in [0, 0, 0, 1, 1, 2] {
      site.show([site.photo(1, version: version)])
      let run = try await site.run(into: archive)
      switch run.results[id] {
      case .failed: words.append("failed")
      case .unavailable(let facts): words.append(facts.wasAsked ? "asked" : "not asked")
      case .mirrored: words.append("mirrored")
      default: words.append("\(String(describing: run.results[id]))")
      }
    }
    #expect(words == ["failed", "asked", "not asked", "asked", "not asked", "mirrored"])
  }

  @Test("A size that the site refuses is replaced by the next smaller one, with a warning")
  func refusedSize() async throws {
    site.answer(TestSite.target(1), with: [.response("403 Forbidden", ["Content-Length: 0"])])
    site.show([site.photo(1, widths: [24, 36, 48])])
    let run = try await site.run(into: archive)
    guard case .mirrored(let facts) = run.results[TestArchive.id(1)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(facts.width == 36)
    #expect(facts.warnings == ["the site refuses the size Size 48; this is Size 36"])
    #expect(try await site.run(into: archive).summary.totals.known == 1)
  }

  @Test(
    "A picture over a limit is kept unproven if its length was stated, and not fetched again",
    arguments: [true, false])
  func overLimit(hasLength: Bool) async throws {
    let picture = try TestArchive.picture(TestArchive.id(1))
    let answer: [WireServer.Step] =
      hasLength
      ? [.ok(picture)] : [.response("200 OK", ["Connection: close"], picture), .close]
    site.answer(TestSite.target(1), with: answer)
    site.show([1])
    let run = try await site.run(into: archive) { $0.imageLimits.pixels = 1000 }
    let status = try MirrorStatus(of: archive.mirror)
    #expect(run.summary.totals.mirrored == (hasLength ? 1 : 0) && site.pictures.count == 1)
    #expect(status.sources[0].unproven == (hasLength ? 1 : 0))
    guard case .failed(let failure) = run.results[TestArchive.id(1)] else {
      #expect(hasLength)
      let again = try await site.run(into: archive) { $0.imageLimits.pixels = 1000 }
      #expect(again.summary.totals.known == 1 && site.pictures.count == 1)
      return
    }
    #expect(!hasLength && failure.problem == .imageLimit)
    #expect(failure.reason.contains("1536") || failure.reason.contains("48 x 32"))
  }

  @Test("A file of a format that is not decoded is kept only if that is wanted")
  func undecoded() async throws {
    let text = Array("<svg><script>alert(1)</script></svg>".utf8)
    site.answer(TestSite.target(1), with: [.ok(text)])
    site.show([1])
    let run = try await site.run(into: archive)
    guard case .failed(let failure) = run.results[TestArchive.id(1)] else {
      Issue.record("\(run.results)")
      return
    }
    #expect(failure.problem == .undecodedFormat && site.pictures.count == 1)
    let kept = try await site.run(into: archive) { $0.keepsUndecoded = true }
    #expect(kept.summary.totals.mirrored == 1)
    #expect(archive.files.contains { $0.key.hasSuffix(".svg") && $0.value == Data(text) })
  }
}
