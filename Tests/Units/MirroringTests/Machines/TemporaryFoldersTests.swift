import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("The temporary folders of workers over a bucket")
struct TemporaryFoldersTests {
  /// In seconds; folders are kept for ten minutes.
  private static let old = 3600.0

  private let base: TemporaryDirectory
  init() throws { base = try TemporaryDirectory() }

  /// A folder, with a lock that nobody holds if its worker had one.
  @discardableResult
  private func folder(
    _ name: String, hasLock: Bool = true, age: Double = old
  ) throws -> MirrorDirectory {
    let directory = MirrorDirectory(base.appending(name))
    _ = try directory.prepare()
    if hasLock { _ = try DirectoryLock(directory) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: directory.path)
    return directory
  }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: base.path)) }
  }

  @Test("What a killed worker left is deleted; what may be a living one's, or another's, stays")
  func swept() throws {
    try folder(TemporaryFolders.newName())
    let own = TemporaryFolders.newName()
    let kept = [
      own, TemporaryFolders.newName(), TemporaryFolders.newName(), "photomirror-watch-a1B2c3",
      UUID().uuidString,
    ]
    try folder(kept[1], age: 10)
    try folder(kept[2], hasLock: false)
    for name in kept[3...] { try folder(name) }
    let worker = try folder(own)
    let lock = try DirectoryLock(worker)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -Self.old)], ofItemAtPath: worker.path)
    // A link of its name to another's folder.
    let other = MirrorDirectory(base.appending("other"))
    _ = try other.prepare()
    let link = TemporaryFolders.newName()
    try FileManager.default.createSymbolicLink(
      atPath: base.appending(link), withDestinationPath: other.path)
    let expected = Set(kept + ["other", link, "new"])
    TemporaryFolders.sweep(beside: try folder("new"))
    #expect(try names == expected)
    #expect(FileManager.default.fileExists(atPath: other.parts))
    withExtendedLifetime(lock) {}
  }

  @Test("A worker over a bucket locks its temporary folder, and removes it at its end")
  func scratch() throws {
    let location = try #require(StoreLocation("s3://photos/mirror"))
    let scratch = UnitScratch(.store(location, work: nil))
    #expect(scratch.directory.path.contains("/photomirror-"))
    try scratch.prepare()
    #expect(DirectoryLock.holder(of: scratch.directory) != nil)
    scratch.remove()
    #expect(!FileManager.default.fileExists(atPath: scratch.directory.path))
  }
}
