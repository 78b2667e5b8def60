import Foundation
import MirrorCore
import TestSupport
import Testing
import Threads

@testable import LocalFiles

@Suite("The move of a photo to another name")
struct PhotoRenameTests {
  private let folder: TemporaryDirectory
  private let directory: MirrorDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    try write("o/old.jpg", "photo")
    try write("o/old.jpg.xmp", "sidecar")
    try write(MirrorNames.thumbnail(ofStem: "o/old", .png), "thumbnail")
  }

  private func write(_ path: String, _ text: String) throws {
    let file = URL(filePath: directory.file(path))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: directory.file(path)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// - Returns: The files beside the photo that stay.
  private func move() async throws -> [String] {
    let pool = ThreadPool(name: "disk", width: 1)
    let names = NameChange(
      path: "o/old.jpg", newPath: "p/new.jpg", stem: "o/old", newStem: "p/new")
    let results = await MirrorFiles(in: DirectoryPlace(directory, pool: pool), extensions: [])
      .rename([names])
    await pool.shutdown()
    return try results.flatMap { try $0.get() }.map(\.path)
  }

  @Test("A photo's sidecar and thumbnail move with it, and a move that is repeated changes nothing")
  func companions() async throws {
    for _ in 0..<2 {
      #expect(try await move().isEmpty)
      #expect(text("p/new.jpg") == "photo" && text("p/new.jpg.xmp") == "sidecar")
      #expect(text(MirrorNames.thumbnail(ofStem: "p/new", .png)) == "thumbnail")
      #expect(text("o/old.jpg") == nil && text("o/old.jpg.xmp") == nil)
      #expect(!FileManager.default.fileExists(atPath: directory.file("o")))
    }
  }

  @Test("A companion whose new name another file has stays, and is reported")
  func occupiedCompanion() async throws {
    try write("p/new.jpg.xmp", "another")
    #expect(try await move() == ["o/old.jpg.xmp"])
    #expect(text("p/new.jpg") == "photo" && text("p/new.jpg.xmp") == "another")
    #expect(text("o/old.jpg.xmp") == "sidecar")
  }

  @Test("A photo whose new name another file has stays with its companions")
  func occupied() async throws {
    try write("p/new.jpg", "another")
    let error = await #expect(throws: StorageError.self) { try await move() }
    #expect(error?.isOfEntry == true)
    #expect(text("o/old.jpg") == "photo" && text("o/old.jpg.xmp") == "sidecar")
  }

  @Test(
    "A move that was interrupted between the new name and the removal of the old one is completed")
  func interrupted() async throws {
    for path in ["jpg", "jpg.xmp"] {
      let new = directory.file("p/new.\(path)")
      try FileManager.default.createDirectory(
        atPath: directory.file("p"), withIntermediateDirectories: true)
      try FileManager.default.linkItem(atPath: directory.file("o/old.\(path)"), toPath: new)
    }
    #expect(try await move().isEmpty)
    #expect(text("p/new.jpg") == "photo" && text("p/new.jpg.xmp") == "sidecar")
    #expect(text("o/old.jpg") == nil && text("o/old.jpg.xmp") == nil)
  }

  @Test("A companion that cannot be moved stays, is reported, and keeps no photo from its name")
  func immovableCompanion() async throws {
    try write(".photomirror/thumbnails/p", "no folder")
    #expect(try await move() == [MirrorNames.thumbnail(ofStem: "o/old", .png)])
    #expect(text("p/new.jpg") == "photo" && text("p/new.jpg.xmp") == "sidecar")
    #expect(text("o/old.jpg") == nil)
  }
}
