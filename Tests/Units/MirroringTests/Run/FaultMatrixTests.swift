import Foundation
import Images
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

/// Server faults of single photos, with the expected files and catalog. In the first run every photo has its own server
/// and fault; in the second run all servers behave.
@Suite("The fault matrix")
struct FaultMatrixTests {
  private let site: TestSite
  private let archive: TestArchive

  init() async throws { (site, archive) = (try TestSite(), try await TestArchive(photos: 0)) }

  /// Large enough for a part with a state.
  private static func picture() throws -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    let bytes = (0..<160 * 160 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try PNGEncoder.encode(PixelBuffer(width: 160, height: 160, channels: 3, bytes: bytes))
  }

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

  /// The bytes of the part of a photo, by its row in the catalog.
  private func part(_ row: Int) -> Int? {
    archive.bytes(".photomirror/parts/\(row).part")?.count
  }

  private var pictures: [Data] {
    archive.files.filter { $0.key.hasPrefix("ada/") && $0.key.hasSuffix(".png") }.map(\.value)
  }

  private func run() async throws -> TestSite.Run {
    // Long enough that a server on a busy machine is not considered stalled.
    try await site.run(into: archive) { ($0.stallTimeout, $0.jobs) = (.seconds(5), 64) }
  }

  @Test("No fault leaves an invalid file or record, and a later run completes")
  func matrix() async throws {
    let (body, behaving) = (try Self.picture(), Latch())
    let rows = Self.rows(body)
    #expect(rows.count >= 40)
    let servers = try servers(rows, body, behaving: behaving)
    site.show(
      servers.enumerated().map { index, server in
        var photo = site.photo(index + 1)
        photo.renditions = [.init(label: "Large", url: server.url("/photo.jpg"))]
        return photo
      })
    let first = try await run()
    for (index, row) in rows.enumerated() {
      guard case .failed(let failure) = first.results[TestArchive.id(index + 1)] else {
        Issue.record("\(row.name): \(String(describing: first.results[TestArchive.id(index + 1)]))")
        continue
      }
      let told = "\(row.name): \(failure.stage), \(failure.reason)"
      #expect(failure.stage == row.stage && failure.willRetry == row.willRetry, "\(told)")
      let left = part(index + 1)
      #expect(Self.leaves(row.left, left), "\(told): \(left ?? -1) bytes")
    }
    #expect(pictures.isEmpty)
    let status = try #require(try MirrorStatus(of: archive.mirror).sources.first)
    #expect(status.mirrored == 0 && status.failed == rows.count && status.byteCount == 0)

    behaving.open()
    let second = try await run()
    #expect(second.summary.totals.mirrored == rows.count)
    #expect(pictures == Array(repeating: Data(body), count: rows.count))
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run { findings += $0.finding.map { [$0] } ?? [] }
    #expect(findings == [])
    let healed = try #require(try MirrorStatus(of: archive.mirror).sources.first)
    #expect(healed.mirrored == rows.count && healed.failed == 0)
    #expect(healed.byteCount == Int64(rows.count * body.count))
  }
}
