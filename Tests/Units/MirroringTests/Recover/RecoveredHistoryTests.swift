import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Catalog
@testable import Mirroring

@Suite("Recovered mirrors after random histories")
struct RecoveredHistoryTests {
  /// A site and its mirror, which change at random.
  private struct History {
    let site: TestSite
    let archive: TestArchive
    var random: SeededGenerator
    /// The versions of the listed photos, by their numbers.
    private var listed: [Int: Int] = [:]
    private var last = 0
    private var title = "Sea"
    private let formats: [SidecarFormat]

    init(seed: Int) async throws {
      (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
      random = SeededGenerator(seed: UInt64(seed))
      formats = Bool.random(using: &random) ? [.xmp, .json] : [.xmp]
    }

    mutating func step() async throws {
      let known = listed.keys.sorted()
      switch known.isEmpty ? 0 : Int.random(in: 0...8, using: &random) {
      case 0...2:
        for _ in 1...Int.random(in: 1...3, using: &random) {
          last += 1
          listed[last] = 0
        }
      case 3: listed[known.randomElement(using: &random)!] = nil
      case 4, 5: listed[known.randomElement(using: &random)!]! += 1
      case 6:
        title = "Album \(Int.random(in: 1...3, using: &random))"
      case 7:
        let id = TestArchive.id(Int.random(in: 1...last, using: &random))
        _ = try await MirrorTrash(of: archive.mirror).forget([id])
      default:
        let template = try NameTemplate(Bool.random(using: &random) ? "{owner}/{id}" : "{id}")
        _ = try await Renaming(in: archive.mirror, template: template).run { _ in }
      }
      try await run(into: archive)
    }

    /// The photos with even numbers are in an album. What is gone from the site goes to the trash.
    func run(into archive: TestArchive) async throws {
      let photos = listed.sorted { $0.key < $1.key }.map { number, version in
        (number, site.photo(number, version: version))
      }
      var first = Page(photos: photos.map(\.1))
      var second = Page(photos: photos.filter { $0.0 % 2 == 0 }.map(\.1))
      second.album = AlbumPart(album: Album(id: "7", owner: "ada", title: title))
      first.next = "album"
      site.show(pages: ["": first, "album": second])
      try await site.run(into: archive) { configuration in
        configuration.gone.action = .trash
        (configuration.gone.passes, configuration.gone.limit) = (1, .photos(99))
        configuration.options.sidecarFormats = formats
      }
    }
  }

  @Test(
    "Whatever the history, a recovered mirror fetches nothing, and becomes what its twin becomes",
    arguments: 1...16)
  func twins(seed: Int) async throws {
    var history = try await History(seed: seed)
    for _ in 0..<Int.random(in: 3...9, using: &history.random) { try await history.step() }
    let archive = history.archive
    let twin = try TestArchive(copyOf: archive)
    try await Self.lose(archive, using: &history.random)
    let fetched = history.site.pictures
    for mirror in [archive, twin] { try await history.run(into: mirror) }
    #expect(history.site.pictures == fetched)
    let (own, its) = (try Self.state(of: archive), try Self.state(of: twin))
    #expect(own == its, "\(Set(own).symmetricDifference(its).sorted())")
    let files = archive.files.filter { name, _ in
      !["damaged-catalog", "copy.json"].contains { name.contains($0) }
    }
    #expect(files == twin.files)
    try await Verification(of: archive.mirror).run { #expect($0.finding == nil) }
  }

  /// Loses the catalog, or the whole directory, and gets it back: from a snapshot, or from a copy of the mirror, which was
  /// made in several parts. Each was interrupted.
  private static func lose(
    _ archive: TestArchive, using random: inout SeededGenerator
  ) async throws {
    let (mirror, copy) = (archive.mirror, Mirror(archive.outside("copy")))
    switch Int.random(in: 0...2, using: &random) {
    case 0: try archive.remove(".photomirror/catalog.sqlite")
    case 1: try archive.write(Data(repeating: 7, count: 5000), to: ".photomirror/catalog.sqlite")
    default:
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let task = Task {
          try await MirrorCopy(of: mirror, to: copy).run { _ in
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }
        _ = try? await task.value
      }
      _ = try await MirrorCopy(of: mirror, to: copy).run { _ in }
      try FileManager.default.removeItem(atPath: archive.directory.path)
      _ = try await MirrorCopy(of: copy, to: mirror).run { _ in }
      return
    }
    let result = try await Recovery(of: mirror).run { _ in }
    #expect(result.files?.missing == 0)
  }

  /// What a mirror knows: photos with files, versions and forgotten ones, albums with members, settings.
  private static func state(of archive: TestArchive) throws -> [String] {
    let photo = """
      SELECT 'photo ' || photo.key || ' ' || site.text || ' ' || stem || ' ' || is_mirrored || ' '
        || coalesce(file.path || ' ' || hex(file.sha256) || ' ' || format || ' ' || width || ' '
        || has_thumbnail, '-') || ' ' || coalesce(title, '-') || ' '
        || coalesce(departure.state || ' ' || is_forgotten || ' ' || coalesce(departure.place, '-'), '-')
      FROM photo JOIN term AS site ON site.id = photo.site LEFT JOIN file ON file.photo = photo.id
        LEFT JOIN metadata ON metadata.photo = photo.id
        LEFT JOIN departure ON departure.photo = photo.id
      """
    let parts = [
      photo,
      "SELECT 'version ' || key || ' ' || place FROM version JOIN photo ON photo.id = photo",
      """
      SELECT 'album ' || album.key || ' ' || title || ' ' || photo.key
      FROM album_member JOIN album ON album.id = album_member.album
        JOIN photo ON photo.id = album_member.photo
      """,
      // Whether sidecars wait for the titles of albums, and how many snapshots there were, is no choice.
      """
      SELECT 'setting ' || name || ' ' || value FROM setting
      WHERE name NOT IN ('album-tags', 'snapshot-number')
      """,
    ]
    let catalog = try archive.catalog()
    return try parts.flatMap { try catalog.database.rows($0) { $0.text(0) ?? "" } }.sorted()
  }
}
