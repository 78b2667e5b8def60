import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("The end of a run")
struct RunEndingsTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  private var exists: Bool { FileManager.default.fileExists(atPath: archive.directory.path) }

  @Test(
    "A source that fails at once leaves no mirror, and keeps a folder that was there",
    arguments: [false, true])
  func nothingLeft(isThere: Bool) async throws {
    let path = archive.directory.path
    if isThere {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let run = try await site.run(into: archive)
    #expect(run.summary.ending == .sourceFailed(.source("no such page")))
    #expect(exists == isThere)
    if isThere { #expect(try FileManager.default.contentsOfDirectory(atPath: path) == []) }
  }

  @Test("A second source that fails at once leaves the mirror as it was")
  func secondSource() async throws {
    site.show(1...2)
    try await site.run(into: archive)
    let before = archive.files
    site.show(pages: [:])
    try await site.run(into: archive, of: "site:typo")
    #expect(archive.files == before)
    #expect(try MirrorStatus(of: archive.mirror).sources.map(\.name) == [TestArchive.source])
  }

  @Test("A listing that fails midway keeps its photos, and the next run continues after them")
  func midway() async throws {
    site.show(pages: ["": Page(photos: [site.photo(1)], next: "2")])
    let run = try await site.run(into: archive)
    #expect(run.summary.ending == .sourceFailed(.source("no such page")))
    #expect(run.summary.totals.mirrored == 1 && !run.summary.isListingComplete)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isInterrupted)
    site.show(pages: [
      "": Page(photos: [site.photo(1)], next: "2"), "2": Page(photos: [site.photo(2)]),
    ])
    let again = try await site.run(into: archive)
    guard case .started(let facts)? = again.events.first else {
      Issue.record("\(again.events)")
      return
    }
    #expect(facts.isResuming && again.summary.totals.mirrored == 1)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isComplete)
    #expect(site.pictures.count == 2)
  }

  @Test("The limit of bytes ends a run, and the next one completes it")
  func bytes() async throws {
    site.show(1...8)
    let run = try await site.run(into: archive) { ($0.maximumBytes, $0.jobs) = (2000, 1) }
    #expect(run.summary.ending == .limited(.bytes(2000)) && run.summary.bytesFetched >= 2000)
    #expect(run.summary.totals.mirrored < 8)
    try await site.run(into: archive)
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.sources[0].mirrored == 8 && status.parts == 0)
  }

  @Test("The limit of time ends a run whose site does not answer")
  func time() async throws {
    site.show(1...2)
    site.answer(TestSite.target(1), with: [.untilClosed])
    let run = try await site.run(into: archive) { $0.maximumTime = .milliseconds(200) }
    #expect(run.summary.ending == .limited(.time(.milliseconds(200))))
  }

  @Test("Too little free space ends a run before a download, and leaves no mirror")
  func space() async throws {
    site.show(1...2)
    let run = try await site.run(into: archive) { $0.minimumFree = 1 << 60 }
    guard case .directoryFailed(.directory(_, .lowSpace(_, minimum: 1 << 60))) = run.summary.ending
    else {
      Issue.record("\(run.summary.ending)")
      return
    }
    #expect(site.pictures.isEmpty && !exists)
  }

  @Test("A run whose task is cancelled is interrupted, and the next one resumes it")
  func cancelled() async throws {
    let (archive, site) = (archive, site)
    let isAsked = Latch()
    site.show(1...3)
    site.answer(TestSite.target(2), with: [.open(isAsked), .untilClosed])
    let task = Task { try await site.run(into: archive).summary }
    await isAsked.wait()
    task.cancel()
    let summary = try await task.value
    #expect(summary.ending == .interrupted && !summary.isListingComplete)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].isInterrupted)
    site.answer(TestSite.target(2), with: nil)
    #expect(try await site.run(into: archive).summary.isListingComplete)
    #expect(try MirrorStatus(of: archive.mirror).sources[0].mirrored == 3)
  }

  @Test("A second run into the same mirror is refused while the first runs, and changes nothing")
  func locked() async throws {
    site.show([1])
    try await site.run(into: archive)
    let before = archive.files
    let requests = site.server.requests.count
    try await archive.mirror.open(.changing) { _ in
      let error = await #expect(throws: MirrorError.self) { try await site.run(into: archive) }
      guard case .directory(_, .locked) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(archive.files == before && site.server.requests.count == requests)
  }

  @Test("A dead host ends the run after few requests, and fails no photo of another host")
  func deadHost() async throws {
    let closed = try ReservedPort()
    var photos = (1...40).map { site.photo($0) }
    for index in photos.indices.prefix(30) {
      photos[index].renditions[0].url = closed.address + "\(index).png"
    }
    site.show(photos)
    let run = try await site.run(into: archive) {
      $0.query.settings["other"] = closed.address
    }
    guard case .sourceFailed(let error) = run.summary.ending else {
      Issue.record("\(run.summary.ending)")
      return
    }
    #expect(error.message.contains("\(closed.number)"), "\(error.message)")
    #expect(run.summary.totals.mirrored == 10)
    #expect(run.notes.contains { if case .hostGivenUp = $0 { true } else { false } })
  }
}
