import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("A run over a listing that lacks photos of the mirror")
struct GonePhotosTests {
  private let site: TestSite
  private let archive: TestArchive
  private let paths: [String]
  private let before: [String: Data]

  /// A mirror of four photos. Then the site lists two of them.
  init() async throws {
    (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show(1...4)
    try await site.run(into: archive)
    before = archive.files
    paths = before.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.sorted()
    site.show(1...2)
  }

  /// One listing is enough, and any number may go.
  private func trash(_ configuration: inout MirrorConfiguration) {
    configuration.gone.action = .trash
    (configuration.gone.passes, configuration.gone.limit) = (1, .photos(9))
  }

  private func trashed() async throws -> [MirrorTrash.Item] {
    var items: [MirrorTrash.Item] = []
    try await MirrorTrash(of: archive.mirror).list { items.append($0) }
    return items
  }

  @Test("They are kept by default, reported once as gone, and a dry run says the same")
  func kept() async throws {
    let dry = await site.dryRun(into: archive) { $0.gone.passes = 1 }
    let run = try await site.run(into: archive) { $0.gone.passes = 1 }
    for report in [dry.summary.gone, run.summary.gone] {
      #expect(report?.gone == 2 && report?.kept == 2 && report?.newlyGone == 2)
    }
    #expect(Set(run.notes) == Set(paths.suffix(2).map { .gone(path: $0) }))
    #expect(archive.files == before)
    let again = try await site.run(into: archive) { $0.gone.passes = 1 }
    #expect(again.summary.gone?.newlyGone == 0 && again.summary.gone?.gone == 2)
    #expect(try MirrorReport(of: archive.mirror).lists.map(\.kind).contains(.gone))
  }

  @Test("One listing is not enough by default")
  func once() async throws {
    let run = try await site.run(into: archive) { $0.gone.action = .trash }
    #expect(run.summary.gone?.missing == 2 && run.summary.gone?.gone == 0)
    #expect(archive.files == before)
  }

  @Test(
    "They go to the trash with their companions, and come back whole when they are listed again")
  func moved() async throws {
    let run = try await site.run(into: archive, trash)
    #expect(run.summary.gone?.trashed == 2)
    #expect(!archive.has(paths[2]) && !archive.has(paths[2] + ".xmp") && archive.has(paths[1]))
    #expect(!archive.has(archive.thumbnail(paths[2])))
    let kinds = try MirrorReport(of: archive.mirror).lists.map(\.kind)
    #expect(kinds.contains(.left) && !kinds.contains(.gone))
    let items = try await trashed()
    #expect(items.map(\.path) == Array(paths.suffix(2)) && items.allSatisfy { $0.cause == "gone" })
    for item in items {
      #expect(run.notes.contains(.removed(path: item.path, place: item.place)))
    }
    site.show(1...4)
    let dry = await site.dryRun(into: archive)
    #expect(dry.summary.totals.restored == 2)
    let back = try await site.run(into: archive, trash)
    #expect(back.summary.totals.restored == 2 && site.pictures.count == 4)
    #expect(archive.files == before)
    #expect(try await trashed() == [])
  }

  @Test("More of them than the limit stay, and the report says how many that would be")
  func limit() async throws {
    let run = try await site.run(into: archive) {
      trash(&$0)
      $0.gone.limit = .photos(1)
    }
    #expect(run.summary.gone?.exceeded == 1 && run.summary.gone?.trashed == 0)
    #expect(archive.files == before)
  }

  @Test("One that the user brought back stays, though the listing still lacks it")
  func restored() async throws {
    try await site.run(into: archive, trash)
    #expect(
      try await MirrorTrash(of: archive.mirror).restore([paths[2]]) == [.done(path: paths[2])])
    let run = try await site.run(into: archive, trash)
    #expect(run.summary.gone?.trashed == 0 && archive.bytes(paths[2]) == before[paths[2]])
  }

  @Test("What was deleted from the trash is fetched again when it is listed")
  func emptied() async throws {
    try await site.run(into: archive, trash)
    #expect(try await MirrorTrash(of: archive.mirror).empty(olderThan: .zero).photos == 2)
    site.show(1...4)
    let run = try await site.run(into: archive, trash)
    #expect(run.summary.totals.mirrored == 2 && site.pictures.count == 6)
    #expect(archive.files == before)
  }

  @Test("A forgotten photo is not fetched again until that is taken back")
  func forgotten() async throws {
    site.show(1...4)
    let trash = MirrorTrash(of: archive.mirror)
    _ = try await trash.forget([paths[0]])
    _ = try await trash.empty(olderThan: .zero)
    for _ in 1...2 {
      let run = try await site.run(into: archive)
      #expect(run.summary.totals.forgotten == 1 && run.summary.totals.known == 3)
    }
    let dry = await site.dryRun(into: archive)
    #expect(dry.summary.totals.forgotten == 1 && site.pictures.count == 4)
    _ = try await trash.remember([paths[0]])
    #expect(try await site.run(into: archive).summary.totals.mirrored == 1)
    #expect(archive.files == before)
  }

  @Test("The sidecars of an earlier choice go to the trash with their photo, and come back")
  func sidecars() async throws {
    site.show(1...4)
    try await site.run(into: archive) { ($0.sidecarFormats, $0.sidecarNaming) = ([.json], .stem) }
    let all = archive.files
    #expect(
      all.keys.contains { $0.hasSuffix(".json") } && all.keys.contains { $0.hasSuffix(".xmp") })
    site.show(1...2)
    try await site.run(into: archive, trash)
    let stem = String(paths[3].dropLast(4))
    #expect(!archive.files.keys.contains { $0.hasPrefix(stem) })
    site.show(1...4)
    try await site.run(into: archive, trash)
    #expect(archive.files == all)
  }

  @Test("A trash behind a link touches nothing")
  func linked() async throws {
    let elsewhere = archive.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: archive.directory.trash, withDestinationPath: elsewhere)
    let run = try await site.run(into: archive, trash)
    guard case .directoryFailed(let error) = run.summary.ending else {
      Issue.record("\(run.summary.ending)")
      return
    }
    #expect(error.message.contains("/trash is a symbolic link"))
    #expect(archive.files == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
  }

  @Test("A photo that another source lists is not gone")
  func elsewhere() async throws {
    try await site.run(into: archive, of: "site:rest")
    site.show(3...4)
    try await site.run(into: archive, of: "site:rest")
    site.show(1...2)
    let run = try await site.run(into: archive, trash)
    #expect(run.summary.gone?.listedElsewhere == 2 && run.summary.gone?.trashed == 0)
    #expect(archive.files == before)
  }
}
