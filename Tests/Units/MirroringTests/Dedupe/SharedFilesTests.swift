import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore
import SystemCalls
import TestSupport
import Testing

@testable import Mirroring

@Suite("Files with the same bytes")
struct SharedFilesTests {
  private let folder: TemporaryDirectory
  private let directory: MirrorDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
  }

  /// Records photos with these bytes by their ids, as two sources list them.
  private func record(_ photos: [(id: String, bytes: String)]) throws {
    let catalog = try Catalog(path: directory.catalog)
    for (index, photo) in photos.enumerated() {
      let source = try catalog.beginRun(ofSource: "a:\(index % 2)")
      let new = NewPhoto(photo: photo.id, stem: "o/" + photo.id, listing: "{}")
      let record = try #require(try catalog.admit([new], provider: "a", source: source).first)
      let path = record.stem + ".jpg"
      try FileManager.default.createDirectory(
        atPath: directory.file("o"), withIntermediateDirectories: true)
      try Data(photo.bytes.utf8).write(to: URL(filePath: directory.file(path)))
      try catalog.record([
        MirroredPhoto(
          id: record.id, path: path, format: "jpeg", width: 1, height: 1,
          byteCount: Int64(photo.bytes.utf8.count),
          sha256: DigestAlgorithm.sha256.hex(of: Array(photo.bytes.utf8)), label: "", storedAt: 0)
      ])
    }
  }

  private func identity(_ id: String) -> FileIdentity? {
    FileStatus(of: directory.file("o/\(id).jpg"))?.identity
  }

  private func bytes(_ id: String) -> String? {
    FileManager.default.contents(atPath: directory.file("o/\(id).jpg")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("Files with the same bytes become one, and the catalog says so")
  func shared() throws {
    try record([("1", "same"), ("2", "other"), ("3", "same"), ("4", "same")])
    #expect(
      try SharedFiles(in: directory, Catalog(path: directory.catalog)).share()
        == .init(files: 2, byteCount: 8))
    #expect(identity("1") == identity("3") && identity("1") == identity("4"))
    #expect(identity("1") != identity("2"))
    #expect(["1", "2", "3", "4"].map(bytes) == ["same", "other", "same", "same"])
    let catalog = try Catalog(path: directory.catalog)
    #expect(try catalog.isShared(3, with: 1) && catalog.isShared(4, with: 1))
    #expect(try !catalog.isShared(2, with: 1))
    #expect(try SharedFiles(in: directory, Catalog(path: directory.catalog)).share() == .init())
  }

  @Test("An edited file stays as it is")
  func edited() throws {
    try record([("1", "same"), ("2", "same"), ("3", "same")])
    for id in ["1", "3"] {
      try Data("edit".utf8).write(to: URL(filePath: directory.file("o/\(id).jpg")))
    }
    #expect(try SharedFiles(in: directory, Catalog(path: directory.catalog)).share().files == 0)
    #expect(["1", "2", "3"].map(bytes) == ["edit", "same", "edit"])
  }

  @Test("A photo whose file is stored again is not recorded as shared any more")
  func stored() throws {
    try record([("1", "same"), ("2", "same")])
    _ = try SharedFiles(in: directory, Catalog(path: directory.catalog)).share()
    try FileManager.default.removeItem(atPath: directory.file("o/2.jpg"))
    try record([("2", "same")])
    #expect(try !Catalog(path: directory.catalog).isShared(2, with: 1))
    #expect(try SharedFiles(in: directory, Catalog(path: directory.catalog)).share().files == 1)
  }
}
