import Foundation
import Locking
import TestSupport
import Testing

@Suite("A site whose answers are mixed up")
struct MixedUpAnswersTests {
  /// A picture with a number in a private chunk of 40,000 bytes, more than libcurl reads at once.
  private static func picture(_ number: Int) -> [UInt8] {
    let header = 33
    let content = Array("paDd".utf8) + [UInt8](repeating: UInt8(number), count: 40_000)
    var picture = Array(TinyPicture.png[..<header])
    picture += bytes(40_000)
    picture += content
    picture += bytes(check(content))
    return picture + TinyPicture.png[header...]
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// PNG (third edition), annex D.
  private static func check(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }

  @Test("A photo that may be the answer to another request is fetched again in the same run")
  func fetchedAgain() async throws {
    let session = try await Session("--photos", "1")
    let asked = Locked<[String]>([])
    let site = try WireServer { request in
      let turn = asked.withLock { asked in
        defer { asked.append(request.target) }
        return asked.count
      }
      let answer = WireServer.Step.ok(Self.picture(Int(request.target.filter(\.isNumber)) ?? 0))
      guard turn == 1, case .send(let own) = answer,
        case .send(let other) = WireServer.Step.ok(Self.picture(9))
      else { return [answer] }
      // The race: an answer that nothing asked for arrives after the check before the second request.
      return [WireServer.Step.send(other + own)]
    }
    try (1...4).map { site.url("/\($0).png") }.joined(separator: "\n").write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
    let run = try await session.run(
      "sync --jobs 1 --set urls.hosts=\(site.url()) urls:list.txt photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.errors.contains("1 photo is fetched again: the site sent an answer"), "\(run.errors)")
    let order = asked.withLock(\.self)
    #expect(order.count == 5 && order.last == order[1], "\(order)")
    let tree = session.mirror()
    let stored = tree.photos.map { Array(tree.bytes($0)) }
    let isWhole = Set(stored) == Set((1...4).map(Self.picture))
    #expect(isWhole, "\(tree.photos)")
    let second = try await session.run("sync --set urls.hosts=\(site.url()) urls:list.txt photos")
    #expect(second.errors.contains("mirrored 0 photos, 4 known"), "\(second.errors)")
  }
}
