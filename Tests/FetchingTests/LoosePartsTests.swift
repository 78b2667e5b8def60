import Foundation
import MirrorCore
import TestSupport
import Testing
import Transfer

@testable import Fetching

@Suite("A part that is complete and not stored")
struct LoosePartsTests {
  let folder: TemporaryDirectory
  let server: WireServer
  var part: String { folder.appending("1.part") }

  init() throws {
    folder = try TemporaryDirectory()
    server = try WireServer { _ in [.ok(Array(repeating: 7, count: 40_000), ["ETag: \"one\""])] }
  }

  private func network(leftBehind: Set<Int64> = []) throws -> CurlNetwork {
    try CurlNetwork(
      TransferConfiguration(), leftBehind: leftBehind, announcer: Announcer(nil), isVerbose: false)
  }

  /// As many bytes as the server sends for photo 1.
  private func fetch(_ network: CurlNetwork) async throws -> Int64 {
    let request = FileRequest(url: server.url("/1.jpg"), part: part, id: 1)
    return try await network.download(request) { _ in }.bytesFetched
  }

  @Test("is not downloaded again by the next run")
  func kept() async throws {
    let first = try network()
    #expect(try await fetch(first) == 40_000)
    await first.shutdown()
    first.keepParts()
    let second = try network(leftBehind: [1])
    #expect(try await fetch(second) == 0)
    #expect(server.requests.count == 1)
    await second.shutdown()
  }

  @Test("gets no state once it is forgotten")
  func forgotten() async throws {
    let network = try network()
    _ = try await fetch(network)
    network.forget(photos: [1])
    await network.shutdown()
    network.keepParts()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["1.part"])
  }
}
