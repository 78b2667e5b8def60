import CSHA256
import Foundation
import TestSupport
import Testing

@testable import Digests

@Suite("Digests of several files at once")
struct DigestLanesTests {
  static let ways = [SHA256_PORTABLE, SHA256_AVX2, SHA256_AVX512].filter { sha256_has($0) != 0 }

  @Test("The digests equal OpenSSL's at every length around blocks and reads", arguments: ways)
  func lengths(way: sha256_way) throws {
    let step = 16 << 10
    let lengths = Array(0...130) + [step - 65, step - 1, step, step + 1, step + 56, 3 * step]
    try expectOpenSSL(lengths.shuffled(), by: way)
  }

  @Test("Fewer files than lanes, and files that end long after the others", arguments: ways)
  func unequal(way: sha256_way) throws {
    try expectOpenSSL([700_000], by: way)
    try expectOpenSSL([1, 2, 400_003, 0, 64, 90_000], by: way)
    try expectOpenSSL((0..<40).map { _ in Int.random(in: 0..<100_000) }, by: way)
  }

  @Test("A missing file and a folder cost only themselves", arguments: ways)
  func unreadable(way: sha256_way) throws {
    let folder = try TemporaryDirectory()
    var paths = try (0..<20).map { try file($0 * 1000, in: folder, named: "\($0)") }
    paths.insert("/no/such/file", at: 3)
    paths.insert(folder.path, at: 11)
    let results = DigestLanes(paths: paths, by: way).digest()
    #expect(results.count == 22)
    #expect(error(results[3]) == "cannot open /no/such/file: No such file or directory")
    #expect(error(results[11]) == "cannot read \(folder.path): Is a directory")
    for (path, result) in zip(paths, results) where error(result) == nil {
      #expect(try result.get() == FileDigest.hex(.sha256, ofFileAt: path))
    }
    #expect(results.count { error($0) == nil } == 20)
  }

  @Test("A link, a pipe and a device are not read, and cost only themselves", arguments: ways)
  func others(way: sha256_way) throws {
    let folder = try TemporaryDirectory()
    var paths = try (0..<9).map { try file($0 * 1000, in: folder, named: "\($0)") }
    try #require(symlink(paths[0], folder.appending("link")) == 0)
    try #require(mkfifo(folder.appending("pipe"), 0o600) == 0)
    let others = [folder.appending("link"), folder.appending("pipe"), "/dev/zero"]
    for (index, path) in others.enumerated() { paths.insert(path, at: 2 * index) }
    let results = DigestLanes(paths: paths, by: way).digest()
    #expect(error(results[0])?.hasPrefix("cannot open \(others[0]): ") == true)
    #expect(error(results[2]) == "cannot read \(others[1]): Invalid argument")
    #expect(error(results[4]) == "cannot read /dev/zero: Invalid argument")
    #expect(results.count { error($0) == nil } == 9)
  }

  @Test("The processor's own way gives the digests in the order of the files")
  func order() throws {
    let folder = try TemporaryDirectory()
    let paths = try (0..<19).map { try file($0 * 777, in: folder, named: "\($0)") }
    let digests = try FileDigest.sha256(ofFilesAt: paths).map { try $0.get() }
    #expect(try digests == paths.map { path in try FileDigest.hex(.sha256, ofFileAt: path) })
  }

  private func expectOpenSSL(_ lengths: [Int], by way: sha256_way) throws {
    let folder = try TemporaryDirectory()
    let paths = try lengths.enumerated().map { try file($1, in: folder, named: "\($0)") }
    let results = DigestLanes(paths: paths, by: way).digest()
    for (index, result) in results.enumerated() {
      #expect(
        try result.get() == FileDigest.hex(.sha256, ofFileAt: paths[index]),
        "of \(lengths[index]) bytes")
    }
    #expect(results.count == lengths.count)
  }

  private func file(_ length: Int, in folder: TemporaryDirectory, named name: String) throws
    -> String
  {
    let path = folder.appending(name)
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func error(_ result: Result<String, DigestError>) -> String? {
    if case .failure(let error) = result { error.message } else { nil }
  }
}
