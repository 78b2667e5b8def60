import Archives
import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import FlickrExport

@Suite("Archives of a Flickr export")
struct ArchiveTests {
  private let folder: TemporaryDirectory
  private let picture = [UInt8](repeating: 7, count: 1000)

  init() throws { folder = try TemporaryDirectory() }

  private func write(_ name: String, _ entries: ZipWriter.Entry...) throws -> String {
    try write(name, ZipWriter.archive(entries))
  }

  private func write(_ name: String, _ data: Data) throws -> String {
    let path = folder.appending(name)
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// What a download of a photo gives.
  private func copy(_ id: String, of index: ExportIndex) async throws -> [UInt8] {
    let network = ArchiveNetwork(index) { _ in }
    let part = folder.appending("part")
    do {
      _ = try await network.download(
        FileRequest(url: ExportAddress.unknown(id), part: part)
      ) { _ in }
    } catch {
      await network.close()
      throw error
    }
    await network.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: part)))
  }

  @Test("The index of an export finds documents and files in several archives")
  func index() async throws {
    let index = try ExportIndex(archives: [
      try write(
        "meta.zip", .init("photo_1.json", "{\"id\":\"1\"}"), .init("photo_2.json", "{}"),
        .init("account_profile.json", #"{"nsid":"1@N00"}"#), .init("mail.json", "x")),
      try write("media.zip", .init("boat_1_o.jpg", picture), .init("sea_3.mp4", "video")),
    ])
    #expect(index.documents.map(\.id) == ["1", "2"] && index.missing == ["2"])
    #expect(index.undescribed == ["3"] && index.count == 2 && index.account.nsid == "1@N00")
    #expect(index.media["3"]?.isVideo == true)
    #expect(try await copy("1", of: index) == picture)
    #expect(try await copy("3", of: index) == Array("video".utf8))
  }

  @Test("Entries of an export are read in any order, from archives that are opened again")
  func order() throws {
    let entries = (0..<20).map { ZipWriter.Entry("a_\($0)_o.jpg", "picture \($0)") }
    let path = try write("media.zip", ZipWriter.archive(entries))
    let index = try ExportIndex(archives: [path, path])
    var cursor = ArchiveCursor(index.archives)
    for number in [3, 4, 19, 0, 0, 7] {
      let place = try #require(index.media["\(number)"]?.place)
      #expect(try cursor.reader(at: place).bytes(limit: 100) == Array("picture \(number)".utf8))
    }
    #expect(
      index.count == 20 && index.notes == ["20 files repeat a photo; the first of each is used"])
  }

  @Test("Archives are read by a process without rights, and their library is not in this one")
  func process() throws {
    let path = try write("media.zip", .init("a_1_o.jpg", picture))
    let reader = try ZipReader(path: path)
    #expect(try reader.next()?.size == Int64(picture.count))
    #expect(try reader.bytes(limit: 2000) == picture)
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    #expect(!maps.contains("libarchive"))
  }

  @Test("A truncated archive of an export is refused before an entry is read")
  func cut() throws {
    let whole = ZipWriter.archive([.init("a_1_o.jpg", picture), .init("a_2_o.jpg", picture)])
    for length in [0, 10, 500, 1500, whole.count - 100, whole.count - 1] {
      let path = try write("cut.zip", whole.prefix(length))
      let error = #expect(throws: ZipError.self) { try ExportIndex(archives: [path]) }
      #expect(error?.message.hasPrefix("cut.zip ") == true, "\(error?.message ?? "")")
    }
  }

  @Test("A file that is not an archive of an export, or is missing, is refused by name")
  func foreign() throws {
    for path in [try write("page.zip", Data("<html>".utf8)), folder.appending("none.zip")] {
      let error = #expect(throws: ZipError.self) { try ExportIndex(archives: [path]) }
      #expect(error?.message.contains(".zip cannot be read") == true)
    }
  }

  @Test("Encrypted entries, links and unsafe names in an export are reported and skipped")
  func refused() throws {
    var secret = ZipWriter.Entry("a_1_o.jpg", picture)
    secret.isEncrypted = true
    var link = ZipWriter.Entry("a_2_o.jpg", "/etc/passwd")
    link.mode = 0o120777
    let index = try ExportIndex(archives: [
      try write(
        "media.zip", secret, link, .init("../a_3_o.jpg", picture), .init("a_4_o.jpg", picture))
    ])
    #expect(index.media.keys.sorted() == ["4"] && index.refused.count == 3)
    #expect(index.refused.contains { $0.contains("is encrypted") })
    #expect(index.refused.contains { $0.contains("is not a regular file") })
    #expect(index.refused.contains { $0.contains("has an unsafe name") })
  }

  @Test("An archive of an export whose stated size is impossible for photos is refused")
  func bomb() throws {
    var entries: [ZipWriter.Entry] = []
    for number in 0..<3 {
      var entry = ZipWriter.Entry("a_\(number)_o.jpg", picture)
      entry.statedLength = 60 << 20
      entries.append(entry)
    }
    let path = try write("bomb.zip", ZipWriter.archive(entries))
    let error = #expect(throws: ZipError.self) { try ExportIndex(archives: [path]) }
    #expect(error?.message.contains("impossible for photos") == true)
  }

  @Test("A file of an export with a wrong length or CRC fails, and the others do not")
  func damaged() async throws {
    var longer = ZipWriter.Entry("a_1_o.jpg", picture)
    longer.statedLength = 1001
    var other = ZipWriter.Entry("a_2_o.jpg", picture)
    other.statedCRC = 1
    let path = try write("media.zip", longer, other, .init("a_3_o.jpg", picture))
    let index = try ExportIndex(archives: [path])
    for id in ["1", "2"] {
      let error = await #expect(throws: FetchError.self) { try await copy(id, of: index) }
      #expect(error?.kind == .other && error?.isTransient == false)
    }
    #expect(try await copy("3", of: index) == picture)
  }

  @Test("A refused file of an export is not written")
  func sniffed() async throws {
    let index = try ExportIndex(archives: [try write("media.zip", .init("a_1_o.jpg", "<html>"))])
    let network = ArchiveNetwork(index) { _ in }
    var request = FileRequest(url: ExportAddress.unknown("1"), part: folder.appending("part"))
    request.refusing = { bytes, _ in String(decoding: bytes, as: UTF8.self) }
    let wanted = request
    let error = await #expect(throws: FetchError.self) {
      try await network.download(wanted) { _ in }
    }
    await network.close()
    #expect(error?.kind == .refused && error?.message == "<html>")
    #expect(!FileManager.default.fileExists(atPath: request.part))
  }

  @Test("Pages of an export list the photos with files and report the others")
  func pages() async throws {
    let documents = (0..<700).map { ZipWriter.Entry("photo_\($0).json", "{\"id\":\"\($0)\"}") }
    let files = (0..<699).map { ZipWriter.Entry("x_\($0)_o.jpg", "picture") }
    let index = try ExportIndex(archives: [
      try write("media.zip", ZipWriter.archive(files + [.init("x_9999_o.jpg", "more")])),
      try write("meta.zip", ZipWriter.archive(documents + [.init("photo_5000.json", "{")])),
    ])
    let channel = ExportChannel(
      index,
      manifest: Manifest(name: "flickr", version: "1", summary: "", sources: []),
      account: ExportedAccount(), site: "flickr.com")
    var query = PageQuery(selector: "export")
    var pages: [Page] = []
    repeat {
      let page = try await channel.ask(.page, PageQuestion(answer: Answer(body: ""), query: query))
      query.cursor = page.next
      pages.append(page)
    } while query.cursor != nil
    await channel.close()
    #expect(pages.map(\.photos.count) == [500, 200] && pages.allSatisfy { $0.total == 700 })
    #expect(pages[1].skipped.map(\.id) == ["699", "5000"] && pages[1].photos.last?.id == "9999")
    #expect(pages.flatMap(\.photos).allSatisfy { $0.renditions.first?.isOriginal == true })
  }
}
