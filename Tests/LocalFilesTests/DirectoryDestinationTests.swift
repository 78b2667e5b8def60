import Foundation
import LocalFiles
import Locking
import MirrorTesting
import Operations
import TestSupport
import Testing

@Suite("A directory as a destination")
struct DirectoryDestinationTests {
  @Test("A directory passes the conformance tests of a destination")
  func conformance() async throws {
    let folder = try TemporaryDirectory()
    let pool = ThreadPool(name: "disk", width: 2)
    let number = Locked(0)
    let broken = try await DestinationConformance.check {
      let next = number.withLock { count in
        count += 1
        return count
      }
      let directory = MirrorDirectory(folder.appending("\(next)"))
      _ = try directory.prepare()
      return DestinationConformance.Subject(
        DirectoryDestination(directory, pool: pool, extensions: ["jpg"])
      ) { bytes in
        let part = directory.parts + "/\(UUID()).part"
        try Data(bytes).write(to: URL(filePath: part))
        return part
      } read: { path in
        FileManager.default.contents(atPath: directory.file(path)).map(Array.init)
      }
    }
    #expect(broken.isEmpty)
    await pool.shutdown()
  }
}
