import Foundation
import Locking
import TestSupport
import Testing

/// A site with one video of two streams. Their addresses redirect to signed ones, and a test says which of these
/// the site refuses.
private struct SignedSite: Sendable {
  let server: WireServer
  /// The streams that were asked for by their first addresses, in order.
  let asked: Locked<[String]>

  /// - Parameter refuses: Whether the signed address of a stream is refused, by the stream's label and how many
  ///   signed addresses it had before.
  init(refuses: @escaping @Sendable (_ label: String, _ turn: Int) -> Bool) throws {
    let asked = Locked<[String]>([])
    self.asked = asked
    server = try WireServer { request in
      let base = "http://\(request.headers["host"] ?? "")"
      let parts = request.target.split(whereSeparator: { "/?".contains($0) }).map(String.init)
      switch parts.first {
      case "play":
        let turn = asked.withLock { asked in
          defer { asked.append(parts[1]) }
          return asked.count { $0 == parts[1] }
        }
        return [
          .response(
            "302 Found", ["Location: \(base)/signed/\(parts[1])?s=\(turn)", "Content-Length: 0"], []
          )
        ]
      case "signed":
        let turn = Int(parts[2].dropFirst(2)) ?? 0
        guard !refuses(parts[1], turn) else {
          return [.response("403 Forbidden", ["Content-Length: 0"], [])]
        }
        return [
          .ok(Self.stream(lines: parts[1] == "1080p" ? 1080 : 360), ["ETag: \"\(parts[1])\""])
        ]
      default:
        let isSizes = request.target.contains("flickr.photos.getSizes")
        return [.ok(Array((isSizes ? Self.sizes(base) : Self.listing).utf8))]
      }
    }
  }

  private static let listing =
    #"{"photos":{"page":1,"pages":1,"perpage":500,"total":1,"#
    + #""photo":[{"id":"1","owner":"1@N02","media":"video","media_status":"ready"}]},"stat":"ok"}"#

  private static func sizes(_ base: String) -> String {
    let sizes = ["360p": 360, "1080p": 1080].map { label, lines in
      #"{"label":"\#(label)","width":\#(lines * 16 / 9),"height":\#(lines),"media":"video","#
        + #""source":"\#(base)/play/\#(label)"}"#
    }
    return #"{"sizes":{"size":[\#(sizes.joined(separator: ","))]},"stat":"ok"}"#
  }

  /// Boxes whose data means nothing (ISO/IEC 14496-12, 4.2).
  private static func stream(lines: Int) -> [UInt8] {
    func number(_ number: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count + 8) + Array(kind.utf8) + content
    }
    let edges = number((lines * 16 / 9) << 16) + number(lines << 16)
    let track = box("trak", box("tkhd", [UInt8](repeating: 0, count: 76) + edges))
    return box("ftyp", Array("M4V \0\0\0\0M4V mp42".utf8)) + box("moov", track)
      + box("mdat", [UInt8](repeating: 7, count: lines * 64))
  }
}

@Suite("A video whose signed address is refused")
struct SignedAddressTests {
  private static func session(_ site: SignedSite) async throws -> Session {
    var session = try await Session("--photos", "1")
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.server.url()
    return session
  }

  private static func stored(_ session: Session) throws -> [String] {
    try catalogRows(
      session.mirror().catalog, "SELECT label, size_reason FROM files WHERE format = 'mp4'")
  }

  @Test("A signed address that has lapsed is asked for anew, before a smaller stream is taken")
  func lapsed() async throws {
    let site = try SignedSite { label, turn in turn == 0 }
    let session = try await Self.session(site)
    let run = try await session.run("sync flickr:user/1@N02 photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Self.stored(session).map { $0.prefix(5) } == ["1080p"])
    #expect(site.asked.withLock(\.self) == ["1080p", "1080p"])
  }

  @Test("A larger stream whose new address is refused as well is asked for again in the next run")
  func refused() async throws {
    let site = try SignedSite { label, turn in label == "1080p" && turn < 4 }
    let session = try await Self.session(site)
    let first = try await session.run("sync flickr:user/1@N02 photos")
    #expect(first.exitCode == 0 && first.errors.contains("refuses the size"), "\(first.errors)")
    #expect(try Self.stored(session) == ["360p|link refused"])
    #expect(site.asked.withLock(\.self) == ["1080p", "1080p", "360p"])
    // The site still refuses it: the smaller stream stays.
    let second = try await session.run("sync flickr:user/1@N02 photos")
    #expect(second.exitCode == 0, "\(second.errors)")
    #expect(try Self.stored(session) == ["360p|link refused"])
    let third = try await session.run("sync flickr:user/1@N02 photos")
    #expect(third.exitCode == 0, "\(third.errors)")
    #expect(try Self.stored(session).map { $0.prefix(5) } == ["1080p"])
    let asked = site.asked.withLock(\.count)
    let fourth = try await session.run("sync flickr:user/1@N02 photos")
    #expect(fourth.exitCode == 0, "\(fourth.errors)")
    #expect(site.asked.withLock(\.count) == asked)
  }
}
