import Foundation
import MirrorCore
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The lock of a directory")
struct DirectoryLockTests {
  let folder: TemporaryDirectory
  let directory: MirrorDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
  }

  @Test("The lock of a directory has one holder, and is free again once that holder is gone")
  func oneWriter() throws {
    do {
      let lock = try DirectoryLock(directory)
      withExtendedLifetime(lock) {
        #expect(throws: MirrorError.self) { try DirectoryLock(directory) }
        #expect(DirectoryLock.holder(of: directory) != nil)
      }
    }
    #expect(DirectoryLock.holder(of: directory) == nil)
    _ = try DirectoryLock(directory)
  }

  @Test("An attempt at a lock that another process holds leaves no file open")
  func closed() throws {
    let lock = try DirectoryLock(directory)
    for _ in 0..<3 { #expect(throws: MirrorError.self) { try DirectoryLock(directory) } }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))
        == directory.lock
    }
    #expect(withExtendedLifetime(lock) { open.count } == 1)
  }

  @Test("Checking whether the lock is held does not take it, however many check at once")
  func lookers() async throws {
    _ = try DirectoryLock(directory)
    await withTaskGroup { group in
      group.addTask { [directory] in
        for _ in 0..<3_000 { _ = DirectoryLock.holder(of: directory) }
      }
      group.addTask { [directory] in
        for _ in 0..<1_000 {
          #expect(throws: Never.self) { try DirectoryLock(directory) }
        }
      }
    }
  }
}
