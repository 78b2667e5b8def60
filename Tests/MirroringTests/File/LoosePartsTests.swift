import Foundation
import TestSupport
import Testing
import Transfer

@testable import Mirroring

@Suite("A part that is whole and not stored")
struct LoosePartsTests {
  let folder: TemporaryDirectory
  let parts: LooseParts
  let engine: TransferEngine
  let server: WireServer

  init() throws {
    folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    parts = LooseParts(directory)
    engine = try TransferEngine()
    server = try WireServer { _ in [.ok(Array(repeating: 7, count: 40_000), ["ETag: \"one\""])] }
  }

  /// As many bytes as the server sends for photo 1.
  func fetch() async throws -> Int64 {
    let download = try await engine.download(
      DownloadRequest(url: server.url("/1.jpg"), partPath: parts.path(ofPhoto: 1)))
    parts.note(download.unwrittenState, ofPhoto: 1)
    return download.bytesFetched
  }

  @Test("is not fetched again by the next run")
  func kept() async throws {
    #expect(try await fetch() == 40_000)
    parts.keep()
    #expect(try await fetch() == 0)
    #expect(server.requests.count == 1)
  }

  @Test("leaves nothing behind once it is discarded")
  func discarded() async throws {
    _ = try await fetch()
    try parts.discard(ofPhoto: 1)
    parts.keep()
    let left = try FileManager.default.contentsOfDirectory(
      atPath: MirrorDirectory(folder.path).parts)
    #expect(left == [])
  }
}
