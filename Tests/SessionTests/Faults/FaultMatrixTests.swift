import Foundation
import TestSupport
import Testing

/// Server faults of single photos, with the expected files and catalog. The first run reads a feed
/// in which every photo has its own server and fault; in the second run all servers behave.
@Suite("The fault matrix", .serialized)
struct FaultMatrixTests {
  /// Whether a part has the bytes that its row expects.
  private static func leaves(_ left: Left, _ part: Int?) -> Bool {
    switch left {
    case .nothing: part == nil || part == 0
    case .part(let bytes): part == bytes
    }
  }

  /// The servers of the rows, which misbehave until they are switched to correct responses.
  private func servers(_ rows: [Row], _ body: [UInt8], behaving: Latch) throws -> [WireServer] {
    try rows.map { row in
      try WireServer { request in
        guard behaving.isOpen else { return row.steps }
        let range = request.headers["range"].flatMap { $0.wholeMatch(of: /bytes=(\d+)-/) }
        guard let first = range.flatMap({ Int($0.1) }), first < body.count,
          request.headers["if-range"] == "\"one\""
        else { return [.ok(body, ["ETag: \"one\""])] }
        return [
          .response(
            "206 Partial Content",
            [
              "ETag: \"one\"", "Content-Length: \(body.count - first)",
              "Content-Range: bytes \(first)-\(body.count - 1)/\(body.count)",
            ], Array(body[first...]))
        ]
      }
    }
  }

  private func feed(_ servers: [WireServer]) throws -> WireServer {
    let items = servers.enumerated().map { number, server in
      #"{"id":"p\#(number)","title":"t","image":"\#(server.url("/photo.jpg"))"}"#
    }
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items.joined(separator: ","))]}"#
    return try WireServer { _ in [.ok(Array(feed.utf8))] }
  }

  /// The bytes of the parts, by the rows of their photos in the catalog.
  private func parts(_ session: Session) throws -> [Int: Int] {
    let folder = session.folder.appending("photos/.photomirror/parts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let sizes = try names.filter { $0.hasSuffix(".part") }.map { name in
      let size = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size]
      return (Int(name.dropLast(5)) ?? -1, size as? Int ?? -1)
    }
    return Dictionary(uniqueKeysWithValues: sizes)
  }

  @Test("No fault leaves an invalid file or record, and a later run completes")
  func matrix() async throws {
    let session = try await Session("--photos", "1")
    try await session.run("sync --size Medium --progress none flickr:recent one").expect(exits: 0)
    let photo = try #require(session.mirror("one").photos.first)
    let (body, behaving) = ([UInt8](session.mirror("one").bytes(photo)), Latch())
    let rows = Self.rows(body)
    #expect(rows.count >= 40)
    let servers = try servers(rows, body, behaving: behaving)
    let site = try feed(servers)
    // Long enough that a server on a busy machine is not considered stalled.
    let command =
      "sync --attempts 1 --stall-timeout 5 --jobs 64 --progress json jsonfeed:\(site.url("/f")) photos"

    let first = try await session.run(command)
    #expect(first.exitCode == 1)
    let endings = try first.events.endings
    let left = try parts(session)
    for (number, row) in rows.enumerated() {
      let ending = try #require(endings["p\(number)"], "\(row.name)")
      let told = "\(row.name): \(ending.stage ?? ""), \(ending.reason ?? "")"
      #expect(ending.result == "failed" && ending.stage == row.stage, "\(told)")
      #expect(ending.willRetry == row.willRetry, "\(told)")
      #expect(Self.leaves(row.left, left[number + 1]), "\(told): \(left[number + 1] ?? -1) bytes")
    }
    #expect(session.mirror().photos.isEmpty && session.mirror().thumbnails.isEmpty)
    let status = try #require(try await session.status().sources.first)
    #expect(status.mirrored == 0 && status.failed == rows.count && status.bytes == 0)

    behaving.open()
    #expect(try await session.run(command).exitCode == 0)
    #expect(session.mirror().photos.count == rows.count && session.mirror().flaws() == [])
    let isWrong = { (name: String) in [UInt8](session.mirror().bytes(name)) != body }
    #expect(session.mirror().photos.filter(isWrong) == [])
    let healed = try #require(try await session.status().sources.first)
    #expect(healed.mirrored == rows.count && healed.failed == 0)
    #expect(healed.bytes == rows.count * body.count)
  }
}
