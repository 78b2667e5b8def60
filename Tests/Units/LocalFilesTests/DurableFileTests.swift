import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("A durable file")
struct DurableFileTests {
  let folder: TemporaryDirectory
  var part: String { folder.appending("part") }
  var final: String { folder.appending("final") }

  init() throws {
    folder = try TemporaryDirectory()
    try DurableFile.write([1], to: part)
  }

  /// A file system in memory keeps all pages dirty.
  private static let canBeClean: Bool = {
    guard let folder = try? TemporaryDirectory() else { return false }
    let path = folder.appending("file")
    try? DurableFile.write([1], to: path, isSynced: false)
    try? DurableFile.sync(path)
    return (try? isDirty(path)) == false
  }()

  /// Whether the kernel has yet to write a page of the file (proc_pid_smaps(5)).
  private static func isDirty(_ path: String) throws -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let page = try #require(mmap(nil, 1, PROT_READ, MAP_SHARED, file, 0))
    defer { munmap(page, 1) }
    withExtendedLifetime(page.load(as: UInt8.self)) {}
    let smaps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps"))
    let maps = String(decoding: try smaps.readToEnd() ?? Data(), as: UTF8.self)
    let mapping = try #require(maps.range(of: path))
    let rest = maps[mapping.upperBound...]
    let count = try #require(rest.firstMatch(of: /Private_Dirty: +([0-9]+)/))
    return count.1 != "0"
  }

  @Test("A durable file is on the disk once it is written", .enabled(if: canBeClean))
  func synced() throws { #expect(try !Self.isDirty(part)) }

  @Test("A durable file is stored without a sync if the file system cannot sync directories")
  func directoryWithoutSync() throws {
    try DurableFile.sync("/proc")
  }

  @Test("A durable file does not replace another file of its name")
  func taken() throws {
    try DurableFile.write([2], to: final)
    #expect(try !DurableFile.renameIfFree(part, to: final))
    #expect(FileManager.default.contents(atPath: final) == Data([2]))
    #expect(DurableFile.size(of: part) == 1)
  }

  @Test("A durable file keeps the name that an earlier attempt gave it and could not confirm")
  func given() throws {
    #expect(link(part, final) == 0)
    #expect(try DurableFile.renameIfFree(part, to: final))
    #expect(DurableFile.size(of: final) == 1 && DurableFile.size(of: part) == nil)
  }

  @Test("A scratch file that is another name of a file elsewhere leaves that file as it is")
  func linkedScratch() throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.appending("mirror"))
    _ = try directory.prepare()
    let victim = folder.appending("victim")
    try Data("mine".utf8).write(to: URL(filePath: victim))
    for name in ["verified.new", "scratch"] {
      #expect(link(victim, directory.state + "/" + name) == 0)
    }
    #expect(directory.writeStateFile("verified", [1, 2]))
    try DurableFile.write([3], to: directory.state + "/scratch")
    #expect(directory.stateFile("verified") == [1, 2])
    #expect(try Data(contentsOf: URL(filePath: victim)) == Data("mine".utf8))
  }

  @Test("A file that cannot be replaced names the reason, and not that it exists")
  func irreplaceable() throws {
    let folder = try TemporaryDirectory()
    let place = folder.appending("taken")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let error = #expect(throws: StorageError.self) { try DurableFile.write([1], to: place) }
    #expect(error?.error.message.hasSuffix("Is a directory") == true)
  }
}
