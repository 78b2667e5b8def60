import Digests
import Foundation
import TestSupport
import Testing

@Suite("A file's digest")
struct FileDigestTests {
  @Test("A digest equals that of the coreutils")
  func known() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("abc")
    try Data("abc".utf8).write(to: URL(fileURLWithPath: path))
    #expect(
      try FileDigest.hex(.md5, ofFileAt: path) == "900150983cd24fb0d6963f7d28e17f72")
    #expect(
      try FileDigest.hex(.sha1, ofFileAt: path) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      try FileDigest.hex(.sha256, ofFileAt: path)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("A file's digest covers files longer than one read")
  func long() throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("zeros")
    try Data(count: 1_000_000).write(to: URL(fileURLWithPath: path))
    #expect(
      try FileDigest.hex(.sha1, ofFileAt: path) == "bef3595266a65a2ff36b700a75e8ed95c68210b6")
  }

  @Test("A digest of a missing file is an error that names it")
  func missing() throws {
    let error = #expect(throws: DigestError.self) {
      try FileDigest.hex(.md5, ofFileAt: "/no/such/file")
    }
    #expect(error?.errno == ENOENT)
    #expect(error?.message == "cannot open /no/such/file: No such file or directory")
  }
}
