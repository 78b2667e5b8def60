import Foundation
import TestSupport
import Testing

@Suite(
  "A folder that cannot be written", .serialized,
  .enabled("needs mount namespaces (user_namespaces(7))") { await SmallDisk.isAllowed() })
struct ReadOnlyFolderTests {
  private static let user = "flickr:user/30000003@N02"

  /// Makes a folder of a mirror read-only.
  private func close(_ folder: String, on disk: SmallDisk) async throws {
    let script = #"mkdir "$1" && mount --bind "$1" "$1" && mount -o remount,bind,ro "$1""#
    let run = try await disk.start("/bin/sh", ["-c", script, "sh", disk.path + "/" + folder]).end()
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test("It costs its photos, and the others are mirrored")
  func others() async throws {
    let session = try await Session("--photos", "30", "--pictures", "4")
    let sync = "sync --min-free 0 --size 640 flickr:recent"
    try await session.run("\(sync) whole --progress none").expect(exits: 0)
    let whole = try FileTree(session.folder.appending("whole"))
    let folder = try #require(session.mirror("whole").photos.first?.split(separator: "/").first)
    let others = session.mirror("whole").photos.filter { !$0.hasPrefix(folder + "/") }
    #expect(!others.isEmpty)

    let disk = try await session.smallDisk("64m")
    try await close(String(folder), on: disk)
    for _ in 0..<2 {
      let run = try await session.run("\(sync) photos", on: disk)
      #expect(MirrorTree(disk.outside).photos == others, "\(run.errors)")
      #expect(run.errors.lowercased().contains("read-only file system"), "\(run.errors)")
    }
    let undo = try await disk.start("/bin/umount", [disk.path + "/" + folder]).end()
    #expect(undo.exitCode == 0)
    try await session.run("\(sync) photos --progress none", on: disk).expect(exits: 0)
    #expect(try FileTree(disk.outside).differences(from: whole) == [])
  }

  @Test("The exit status is 1 if other photos were stored, and 4 if none could be")
  func statuses() async throws {
    let session = try await Session("--photos", "60", "--pictures", "4")
    try await session.run("sync \(Self.user) whole --progress none").expect(exits: 0)
    let folder = try #require(session.mirror("whole").photos.first?.split(separator: "/").first)
    let disk = try await session.smallDisk("64m")
    try await close(String(folder), on: disk)
    let none = try await session.run("sync --min-free 0 \(Self.user) photos", on: disk)
    #expect(none.exitCode == 4, "\(none.errors)")
    #expect(
      none.errors.contains("hint: choose a directory that you can write to"), "\(none.errors)")
    let some = try await session.run("sync --min-free 0 flickr:recent photos", on: disk)
    #expect(some.exitCode == 1, "\(some.errors)")
  }
}
