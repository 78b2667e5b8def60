import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

/// For every verdict about a listed photo: what a dry run says of it, and what the run over the same listing does.
@Suite("A dry run and the run that follows it")
struct DryRunAgreementTests {
  @Test("They agree about every photo", arguments: Row.all)
  func agreement(row: Row) async throws {
    let world = try await AgreementWorld()
    try await row.prepare(world)
    let before = world.archive.files
    let dry = await world.site.dryRun(into: world.archive, of: row.source, row.choices)
    #expect(world.archive.files == before)
    let asked = world.site.pictures.count
    let run = try await world.site.run(into: world.archive, of: row.source, row.choices)
    #expect(dry.results.mapValues(Verdict.init) == row.verdicts)
    #expect(run.results.mapValues(Verdict.init) == row.verdicts)
    #expect(Set(world.site.pictures[asked...]) == Set(dry.results.values.compactMap(\.target)))
    #expect(dry.summary.ending == .finished && run.summary.ending == .finished)
    // The run is later.
    let passes = [dry, run].map { $0.summary.fullPassIn.map { ($0 + 300) / 600 } }
    #expect(passes[0] == passes[1])
    #expect(dry.summary.gone == run.summary.gone)
  }
}

/// What becomes of a listed photo.
enum Verdict: Hashable {
  /// Its file is requested, whatever the site answers.
  case asked
  case known
  /// The site has another picture, and the user edited the mirrored one.
  case edited
  case restored(String)
  case forgotten
  case leftOut(PhotoFilter.Exclusion)
  case unavailable

  init(_ result: PhotoResult) {
    self =
      switch result {
      case .mirrored, .wouldFetch, .failed, .adopted: .asked
      case .known: .known
      case .replaced(let facts): facts.stored == nil ? .edited : .asked
      case .restored(let path): .restored(path)
      case .forgotten: .forgotten
      case .leftOut(let exclusion): .leftOut(exclusion)
      case .unavailable(let facts): facts.wasAsked ? .asked : .unavailable
      }
  }
}

extension PhotoResult {
  /// The path of the address that a dry run says would be requested.
  fileprivate var target: String? {
    guard case .wouldFetch(_, let url) = self else { return nil }
    return "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/")
  }
}

/// A mirror of the photos 1 to 3 in one size of 24 pixels, and its site.
struct AgreementWorld {
  let site: TestSite
  let archive: TestArchive
  let paths: [String]

  init() async throws {
    let (site, archive) = (try TestSite(), try await TestArchive(photos: 0))
    site.show((1...3).map { site.photo($0, widths: [24]) })
    try await site.run(into: archive)
    (self.site, self.archive) = (site, archive)
    paths = archive.files.keys.filter { $0.hasPrefix("ada/") && $0.hasSuffix(".png") }.sorted()
  }

  var trash: MirrorTrash { MirrorTrash(of: archive.mirror) }

  /// The mirrored photos as they are listed, but for changed ones, and new ones after them.
  func show(_ others: Photo...) {
    var photos = (1...3).map { site.photo($0, widths: [24]) }
    for other in others {
      if let index = photos.firstIndex(where: { $0.id == other.id }) {
        photos[index] = other
      } else {
        photos.append(other)
      }
    }
    site.show(photos)
  }

  /// Lists photo 4, whose picture the site refuses, in runs.
  func refuse(runs: Int) async throws {
    site.answer(TestSite.target(4), with: [.response("404 Not Found", ["Content-Length: 0"])])
    show(site.photo(4))
    for _ in 0..<runs { try await site.run(into: archive) }
  }

  /// Moves photo 3 to the trash, because a listing lacks it, and lists it again.
  func trashThird() async throws {
    site.show((1...2).map { site.photo($0, widths: [24]) })
    try await site.run(into: archive) {
      ($0.gone.action, $0.gone.passes, $0.gone.limit) = (.trash, 1, .photos(9))
    }
    show()
  }

  /// Lists a photo without a site, with its picture at one address for each width.
  func foreign(_ number: Int, widths: [Int] = [24]) -> Photo {
    var photo = site.photo(number, widths: widths)
    photo.site = nil
    return photo
  }
}
