import Foundation
import TestSupport
import Testing

@testable import Transfer

@Suite("Disk errors of a download")
struct DiskTests {
  @Test("A missing folder fails the download with the name of the file")
  func noFolder() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(photo(100))] }
    let path = bench.folder.appending("no/such/photo.part")
    let error = await failure { try await bench.download(server) { $0.partPath = path } }
    #expect(error?.kind == .localFile(errno: ENOENT) && error?.isTransient == false)
    #expect(error?.message == "cannot open \(path): No such file or directory")
  }

  @Test("A folder without write permission fails the download", .enabled(if: geteuid() != 0))
  func readOnly() async throws {
    let bench = try DownloadBench()
    let server = try WireServer { _ in [.ok(photo(100))] }
    chmod(bench.folder.path, 0o500)
    let error = await failure { try await bench.download(server) }
    chmod(bench.folder.path, 0o700)
    #expect(error?.kind == .localFile(errno: EACCES))
  }

  @Test(
    "A full disk fails the download, and the written part can be resumed",
    .enabled(if: SmallDisk.isAllowed))
  func full() async throws {
    let bench = try DownloadBench()
    let disk = try #require(SmallDisk(at: bench.folder.path, bytes: 64 << 10))
    let body = photo(200_000)
    let server = try WireServer { _ in [.ok(body, DownloadBench.etag)] }
    let error = await failure { try await bench.download(server) }
    #expect(error?.kind == .localFile(errno: ENOSPC) && error?.isTransient == false)
    #expect(error?.message == "cannot write \(bench.partPath): No space left on device")
    #expect(bench.part.map { body.starts(with: $0) && !$0.isEmpty } == true)
    #expect(bench.state?.total == 200_000)
    withExtendedLifetime(disk) {}
  }
}

/// A file system of a few pages, for users who may mount one.
private final class SmallDisk {
  static var isAllowed: Bool {
    guard let folder = try? TemporaryDirectory() else { return false }
    return SmallDisk(at: folder.path, bytes: 4096) != nil
  }

  private let path: String

  init?(at path: String, bytes: Int) {
    self.path = path
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
  }

  deinit { umount2(path, 2) }
}
