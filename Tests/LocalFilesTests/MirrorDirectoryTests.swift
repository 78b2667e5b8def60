import Foundation
import MirrorCore
import SystemCalls
import TestSupport
import Testing

@testable import LocalFiles

@Suite("The directory of a mirror")
struct MirrorDirectoryTests {
  @Test("A mirror's private files are closed to other users, and its photo folder is unchanged")
  func modes() throws {
    let folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.appending("photos"))
    _ = try directory.prepare()
    #expect(try mode(directory.state) == 0o700)
    #expect(try mode(directory.path) & 0o700 == 0o700)
  }

  private func mode(_ path: String) throws -> mode_t {
    try #require(FileStatus(following: path)).mode & 0o777
  }
}
