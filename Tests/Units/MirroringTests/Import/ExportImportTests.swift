import Catalog
import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Mirroring

@Suite("The import of an account's export")
struct ExportImportTests {
  private static let owner = "10000001@N00"
  private let folder: TemporaryDirectory
  private let archive: TestArchive

  init() async throws {
    (folder, archive) = (try TemporaryDirectory(), try await TestArchive(photos: 0))
  }

  private static let profile = ZipWriter.Entry(
    "account_profile.json", #"{"nsid":"\#(owner)","screen_name":"Ada"}"#)

  private static func media(_ number: Int) throws -> ZipWriter.Entry {
    let id = TestArchive.id(number)
    return ZipWriter.Entry("title_\(id)_o.png", try TestArchive.picture(id))
  }

  private static func document(_ number: Int, _ more: String = "") -> ZipWriter.Entry {
    let id = TestArchive.id(number)
    return ZipWriter.Entry(
      "photo_\(id).json",
      """
      {"id":"\(id)","name":"Photo \(number)","date_taken":"2011-12-13 14:15:16",
      "license":"CC BY 2.0","geo":[{"latitude":"51500000","longitude":"-120000"}],
      "tags":[{"tag":"sea"}],"original":"https://site.example/\(id)_o.png"\(more)}
      """)
  }

  private func write(_ name: String, _ entries: [ZipWriter.Entry]) throws {
    try ZipWriter.archive(entries).write(to: URL(filePath: folder.appending(name)))
  }

  private func order(
    _ names: [String] = ["meta.zip", "media.zip"], account: String? = nil
  ) -> ExportImport {
    var order = ExportImport(archives: names.map(folder.appending), into: archive.mirror)
    (order.options.minimumFree, order.options.attempts, order.account) = (0, 1, account)
    return order
  }

  private func run(_ names: [String] = ["meta.zip", "media.zip"]) async throws -> MirrorSummary {
    try await order(names).open().run()
  }

  @Test("Photos of the archives are stored with their metadata, and those without a file are named")
  func whole() async throws {
    try write("meta.zip", [1, 2, 3].map { Self.document($0) } + [Self.profile])
    try write("media.zip", [try Self.media(1), try Self.media(2)])
    let opened = try await order().open()
    #expect(opened.source == "flickr:user/\(Self.owner)" && opened.missing == [TestArchive.id(3)])
    let summary = try await opened.run()
    #expect(summary.ending == .finished && summary.totals.mirrored == 2)
    let paths = archive.files.keys.filter { $0.hasSuffix(".png") && !$0.hasPrefix(".") }.sorted()
    #expect(
      paths
        == [1, 2].map {
          "\(Self.owner)/2011-12-13_Photo-\($0)_\(TestArchive.id($0)).png"
        })
    #expect(archive.bytes(paths[0]) == Data(try TestArchive.picture(TestArchive.id(1))))
    let sidecar = archive.text(paths[0] + ".xmp")
    #expect(sidecar.contains("<rdf:li>sea</rdf:li>") && sidecar.contains("51,30.000000N"))
    let status = try MirrorStatus(of: archive.mirror)
    #expect(status.sources.map(\.name) == [opened.source] && !status.sources[0].isComplete)
  }

  @Test("What was imported is known the second time, and another archive adds to it")
  func again() async throws {
    try write("meta.zip", [1, 2].map { Self.document($0) } + [Self.profile])
    try write("media.zip", [try Self.media(1)])
    _ = try await run()
    let before = archive.files
    let second = try await run()
    #expect((second.totals.known, second.totals.mirrored) == (1, 0) && archive.files == before)
    try write("more.zip", [try Self.media(2)])
    let third = try await run(["meta.zip", "media.zip", "more.zip"])
    #expect((third.totals.known, third.totals.mirrored) == (1, 1))
  }

  @Test("A sync of the account knows the imported photos, and fetches only the rest")
  func synced() async throws {
    try write("meta.zip", [1, 2].map { Self.document($0) } + [Self.profile])
    try write("media.zip", [try Self.media(1), try Self.media(2)])
    _ = try await run()
    let exported = try await archive.mirror.open(.reading) { open in
      try await open.perform { try $0.exported(after: 0, limit: 9).map(\.photo.photo) }
    }
    #expect(exported.map(\.id) == [1, 2].map(TestArchive.id))
    #expect(exported.allSatisfy { $0.site == "flickr.com" && $0.owner == Self.owner })
  }

  @Test("Albums, comments, people and notes of an export are in the catalog")
  func albums() async throws {
    let ids = [1, 2].map { "\"\(TestArchive.id($0))\"" }.joined(separator: ",")
    let more =
      #","comments":[{"id":"c1","date":"2012-01-01 00:00:00","user":"2@N00","comment":"Nice"}],"#
      + #""people":[{"nsid":"3@N01","username":"Cy"}],"notes":[{"id":"72","note":"the quay"}]"#
    let albums = ZipWriter.Entry(
      "albums.json",
      #"{"albums":[{"id":"72","title":"Sea","cover_photo":"","photos":["0",\#(ids)]}]}"#)
    try write("meta.zip", [Self.document(1, more), Self.document(2), albums, Self.profile])
    try write("media.zip", [try Self.media(1), try Self.media(2)])
    _ = try await run()
    let photos = try await archive.mirror.open(.reading) { open in
      try await open.perform { try $0.exported(after: 0, limit: 9).map(\.photo) }
    }
    #expect(photos.map { $0.albums.map(\.title) } == [["Sea"], ["Sea"]])
    let details = try #require(photos[0].photo.details)
    #expect(details.comments?.map(\.text) == ["Nice"] && details.notes?.map(\.text) == ["the quay"])
    #expect(details.people?.map(\.name) == ["Cy"])
  }

  @Test("A damaged picture and a web page in an export fail alone")
  func damaged() async throws {
    var (cut, page) = (try Self.media(1), try Self.media(2))
    cut.bytes.removeLast(99)
    page.bytes = Array("<!doctype html><p>gone".utf8)
    try write("meta.zip", [1, 2, 3].map { Self.document($0) } + [Self.profile])
    try write("media.zip", [cut, page, try Self.media(3)])
    let summary = try await run()
    #expect((summary.totals.mirrored, summary.totals.failed) == (1, 2))
    #expect(summary.ending == .finished)
    #expect(try MirrorStatus(of: archive.mirror).failures.count == 2)
  }

  @Test("An archive that cannot be used, and an unknown account, leave no mirror")
  func refused() async throws {
    try write("meta.zip", [Self.document(1)])
    try write("media.zip", [try Self.media(1)])
    let unknown = await #expect(throws: MirrorError.self) { try await order().open() }
    #expect(
      unknown
        == .source(
          "the archives do not contain the account: account_profile.json is missing",
          .provider(
            hint: "add the archive that contains it, or give --account NSID", isPassing: false)))
    let path = folder.appending("media.zip")
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(30).write(to: URL(filePath: path))
    let cut = await #expect(throws: MirrorError.self) {
      try await order(account: Self.owner).open()
    }
    #expect(cut?.message.contains("media.zip cannot be read as a ZIP archive") == true)
    try write("empty.zip", [Self.profile])
    let empty = await #expect(throws: MirrorError.self) { try await order(["empty.zip"]).open() }
    #expect(empty == .source("the archives contain no photo of a Flickr export"))
    #expect(!FileManager.default.fileExists(atPath: archive.directory.path))
    try whole.write(to: URL(filePath: path))
    let summary = try await order(account: Self.owner).open().run()
    #expect(summary.totals.mirrored == 1)
  }

  @Test("A photo whose file in the archive is broken is not recorded as refused by its site")
  func broken() async throws {
    let id = TestArchive.id(1)
    try write("meta.zip", [Self.document(1), Self.profile])
    try write("media.zip", [ZipWriter.Entry("title_\(id)_o.png", Array("broken".utf8))])
    for _ in 1...3 { #expect(try await run().totals.failed == 1) }
    let source = try MirrorStatus(of: archive.mirror).sources[0]
    #expect(source.failed == 1 && source.unavailable == 0)
  }
}
