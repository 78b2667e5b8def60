import Foundation
import MirrorCore
import ProviderKit
import Testing

@testable import Catalog
@testable import Mirroring

extension DryRunAgreementTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// By the photos' numbers.
    private let expected: [Int: Verdict]
    let source: String
    let choices: @Sendable (inout MirrorConfiguration) -> Void
    let prepare: @Sendable (AgreementWorld) async throws -> Void

    /// - Parameter expected: The verdicts that differ from those of three mirrored photos; nil for photos that are not
    ///   listed or not looked at.
    init(
      _ name: String, _ expected: [Int: Verdict?], of source: String = TestArchive.source,
      _ choices: @escaping @Sendable (inout MirrorConfiguration) -> Void = { _ in },
      _ prepare: @escaping @Sendable (AgreementWorld) async throws -> Void
    ) {
      (testDescription, self.source) = (name, source)
      (self.choices, self.prepare) = (choices, prepare)
      let known: [Int: Verdict?] = [1: .known, 2: .known, 3: .known]
      self.expected = known.merging(expected) { $1 }.compactMapValues(\.self)
    }

    /// By the photos' ids.
    var verdicts: [String: Verdict] {
      Dictionary(uniqueKeysWithValues: expected.map { (TestArchive.id($0.key), $0.value) })
    }

    static let all = listed + upgrades + refusals + filters + departures + sources + listings
  }
}

extension DryRunAgreementTests.Row {
  private static let listed = [
    Self("known photos", [:]) { $0.show() },
    Self("a new photo", [4: .asked]) { $0.show($0.site.photo(4)) },
    Self("a new photo in the wanted size", [4: .asked]) {
      $0.size = .edge(20)
    } _: {
      $0.show($0.site.photo(4, widths: [24, 48]))
    },
    Self("a missing file", [2: .asked]) {
      try $0.archive.remove($0.paths[1])
      $0.show()
    },
    Self("a missing file that a run recorded as lost", [2: .asked]) {
      try $0.archive.remove($0.paths[1])
      try $0.archive.catalog().noteLoss(ofPhoto: 2)
      $0.show()
    },
    Self("a photo with another title", [:]) {
      var photo = $0.site.photo(1, widths: [24])
      photo.title = "Another"
      $0.show(photo)
    },
    Self("a photo that changed at its site", [1: .asked]) {
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
    Self("a photo that changed at its site, and whose file is missing", [1: .asked]) {
      try $0.archive.remove($0.paths[0])
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
    Self("a photo that changed at its site, and that the user edited", [1: .edited]) {
      try $0.archive.write("edited", to: $0.paths[0])
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
  ]

  private static let upgrades = [
    Self("a larger size without an upgrade", [:]) { $0.show($0.site.photo(1, widths: [24, 48])) },
    Self("a larger size with an upgrade", [1: .asked], upgraded) {
      $0.show($0.site.photo(1, widths: [24, 48]))
    },
    Self("a larger size than the one that an upgrade wants", [:]) {
      ($0.isUpgrade, $0.size) = (true, .edge(20))
    } _: {
      $0.show($0.site.photo(1, widths: [24, 48]))
    },
    Self("a larger size of a photo that the user edited", [:], upgraded) {
      try $0.archive.write("edited", to: $0.paths[0])
      $0.show($0.site.photo(1, widths: [24, 48]))
    },
    Self("an upgrade of a photo that changed at its site", [1: .asked], upgraded) {
      $0.show($0.site.photo(1, version: 1, widths: [24, 48]))
    },
    Self("an upgrade of a photo whose file is missing", [1: .asked], upgraded) {
      try $0.archive.remove($0.paths[0])
      $0.show($0.site.photo(1, widths: [24, 48]))
    },
  ]

  private static let refusals = [
    Self("a photo that was refused once", [4: .asked]) { try await $0.refuse(runs: 1) },
    Self("a photo that was refused twice", [4: .unavailable]) { try await $0.refuse(runs: 2) },
    Self("a refused photo with another address", [4: .asked]) {
      try await $0.refuse(runs: 2)
      $0.show($0.site.photo(4, version: 1))
    },
    Self("a refused photo with another query in its address", [4: .unavailable]) {
      try await $0.refuse(runs: 2)
      var photo = $0.site.photo(4)
      photo.renditions = photo.renditions.map { Rendition(label: $0.label, url: $0.url + "?t=2") }
      $0.show(photo)
    },
    Self("a refused photo whose time has come", [4: .asked]) {
      try await $0.refuse(runs: 2)
      try $0.archive.catalog().database.execute("UPDATE photo SET retry_at = 1 WHERE id = 4")
    },
    Self("a refused photo that the last listing lacked", [4: .asked]) {
      try await $0.refuse(runs: 2)
      let photo = $0.site.photo(4)
      $0.show()
      try await $0.site.run(into: $0.archive)
      $0.show(photo)
    },
  ]

  private static let filters = [
    Self("a new photo that a filter leaves out", [4: .leftOut(.tag)], withoutSea) {
      $0.show($0.site.photo(4))
    },
    Self("a changed photo that a filter leaves out", [1: .asked], withoutSea) {
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
    Self("a missing file that a filter leaves out", [2: .leftOut(.tag)], withoutSea) {
      try $0.archive.remove($0.paths[1])
      $0.show()
    },
    Self("a refused photo that a filter leaves out", [4: .leftOut(.tag)], withoutSea) {
      try await $0.refuse(runs: 2)
    },
    Self("a forgotten photo that a filter leaves out", [1: .leftOut(.tag)], withoutSea) {
      _ = try await $0.trash.forget([$0.paths[0]])
      $0.show()
    },
  ]

  private static let departures = [
    Self("a forgotten photo", [1: .forgotten]) {
      _ = try await $0.trash.forget([$0.paths[0]])
      $0.show()
    },
    Self("a forgotten photo that changed at its site", [1: .forgotten]) {
      _ = try await $0.trash.forget([$0.paths[0]])
      _ = try await $0.trash.empty(olderThan: .zero)
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
    Self("a photo in the trash", [3: .restored("ada/2024-05-06_Photo-3_100003.png")]) {
      try await $0.trashThird()
    },
    Self("a photo in the trash whose file there is damaged", [3: .asked]) {
      try await $0.trashThird()
      for file in $0.archive.files.keys
      where file.hasPrefix(".photomirror/trash") && file.hasSuffix(".png") {
        try $0.archive.write("damaged", to: file)
      }
    },
    Self("a photo in the trash that changed at its site", [3: .asked]) {
      try await $0.trashThird()
      $0.show($0.site.photo(3, version: 1, widths: [24]))
    },
    Self("a photo that was deleted from the trash", [3: .asked]) {
      try await $0.trashThird()
      _ = try await $0.trash.empty(olderThan: .zero)
    },
    Self("a photo that a listing lacked", [3: .known]) {
      $0.site.show((1...2).map { [site = $0.site] in site.photo($0, widths: [24]) })
      try await $0.site.run(into: $0.archive) { $0.gone.passes = 1 }
      $0.show()
    },
  ]

  private static func upgraded(_ configuration: inout MirrorConfiguration) {
    configuration.isUpgrade = true
  }

  private static func withoutSea(_ configuration: inout MirrorConfiguration) {
    configuration.filter.excludedTags = [FoldedTag("sea")]
  }
}

/// Rows of other sources and of parts of a listing.
extension DryRunAgreementTests.Row {
  private static let first = "site:https://one.example/feed"
  private static let second = "site:https://two.example/feed"
  private static let noThree: [Int: Verdict?] = [1: nil, 2: nil, 3: nil]

  private static let sources = [
    Self("a photo that another source has mirrored", noThree.with(7, .known), of: second) {
      $0.site.show([$0.foreign(7)])
      try await $0.site.run(into: $0.archive, of: first)
      $0.site.show([$0.foreign(7, widths: [24, 48])])
    },
    Self(
      "a larger size of a photo that another source has mirrored", noThree.with(7, .known),
      of: second, upgraded
    ) {
      $0.site.show([$0.foreign(7)])
      try await $0.site.run(into: $0.archive, of: first)
      $0.site.show([$0.foreign(7, widths: [24, 48])])
    },
    Self("a photo that another source could not mirror", noThree.with(7, .asked), of: second) {
      $0.site.answer(
        TestSite.target(7, width: 24), with: [.response("404 Not Found", ["Content-Length: 0"])])
      $0.site.show([$0.foreign(7)])
      try await $0.site.run(into: $0.archive, of: first)
    },
    Self("another photo with the id of another source's", noThree.with(7, .asked), of: second) {
      $0.site.show([$0.foreign(7)])
      try await $0.site.run(into: $0.archive, of: first)
      $0.site.show([$0.foreign(7, widths: [36])])
    },
  ]

  private static let listings = [
    Self("as many photos as the limit", [2: nil, 3: nil]) {
      $0.limit = 1
    } _: {
      $0.show()
    },
    Self("a limit with new photos", [1: .asked, 3: nil]) {
      $0.limit = 2
    } _: {
      $0.show($0.site.photo(1, version: 1, widths: [24]))
    },
    Self("a changed photo behind a front where nothing is new", [3: nil]) {
      try await showPages($0)
    },
    Self("a changed photo behind that front, in a whole reading", [3: .asked]) {
      $0.readsAll = true
    } _: {
      try await showPages($0)
    },
    Self("a new photo in that front", [3: .asked, 4: .asked]) {
      try await showPages($0, new: [$0.site.photo(4)])
    },
    Self("a photo that the listing does not show any more", [3: nil]) {
      $0.site.show((1...2).map { [site = $0.site] in site.photo($0, widths: [24]) })
    },
  ]

  /// Lists a photo on each page of a listing that grows at its front; after a whole reading, the third photo changes.
  private static func showPages(_ world: AgreementWorld, new: [Photo] = []) async throws {
    func show(third: Photo, new: [Photo]) {
      let total = 3 + new.count
      let photos = [world.site.photo(1, widths: [24]), world.site.photo(2, widths: [24]), third]
      world.site.show(pages: [
        "": Page(
          photos: new + photos.prefix(2), next: "2", total: total, growsAtFront: true),
        "2": Page(photos: [third], total: total, growsAtFront: true),
      ])
    }
    show(third: world.site.photo(3, widths: [24]), new: [])
    try await world.site.run(into: world.archive) { $0.readsAll = true }
    show(third: world.site.photo(3, version: 1, widths: [24]), new: new)
  }
}

extension [Int: Verdict?] {
  fileprivate func with(_ number: Int, _ verdict: Verdict) -> Self {
    merging([number: verdict]) { $1 }
  }
}
