import Foundation
import MirrorTesting
import ProviderKit
import TestSupport
import Testing

@testable import MirrorCore

/// Mirrors over thirty days of sites whose hosts die, hide, repeat, redirect and delay at random, compared after
/// each run with what must be on the disk.
@Suite("A mirror of a site with a random month")
struct SiteHistoryTests {
  /// `Tests/Programs/history` asks for more, and repeats a failed one by its seed.
  private static let seeds = number("PHOTOMIRROR_SEEDS") ?? 10
  private static let first = UInt64(number("PHOTOMIRROR_SEED") ?? 20_261_124)
  private static let days = 30

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test("Every photo that the site has, and can give, is on the disk, once and in its version")
  func months() async {
    var failures: [String] = []
    for seed in Self.first..<Self.first + UInt64(Self.seeds) {
      guard let failure = await Self.month(seed: seed) else { continue }
      failures.append("seed \(seed): \(failure)")
      Issue.record("seed \(seed): \(failure)")
    }
    print("months \(Self.seeds) from seed \(Self.first), failures \(failures.count)")
    for failure in failures { print(failure.prefix { $0 != "\n" }) }
  }

  /// - Returns: What is wrong, and the history before it; nil if nothing is.
  private static func month(seed: UInt64) async -> String? {
    var random = SeededGenerator(seed: seed)
    var site = RandomSite(using: &random)
    let action = GonePolicy.Action.allCases.randomElement(using: &random) ?? .keep
    var mirror = TestMirror(action)
    mirror.policy.limit = .percent(100)
    var log = ["gone \(action)"]
    var wasCut = false
    for day in 0..<days {
      for _ in 0..<Int.random(in: 0...5, using: &random) { log.append(site.change(using: &random)) }
      site.begin(using: &random)
      log.append("day \(day)\(site.isCut ? ", cut" : "")")
      let today = site
      mirror.unknown = today.unknown
      mirror.reply = { key throws(FetchError) in try today.picture(key) }
      let before = mirror.content.files
      let run = await mirror.run(today.pages, day: Double(day))
      log.append(
        "\(run.error.map { $0.message } ?? "no error"), \(mirror.content.files.count) files")
      let isWhole = !site.isCut && !wasCut
      wasCut = site.isCut
      if let flaw = flaw(of: mirror, before, today, action, isWhole: isWhole) {
        return "day \(day): \(flaw)\n\(log.joined(separator: "\n"))"
      }
      if run.error != nil, isWhole, !today.moods.contains(.dead) {
        return "day \(day): \(run.error?.message ?? "")\n\(log.joined(separator: "\n"))"
      }
    }
    return nil
  }

  /// What the disk lacks, or has too much.
  private static func flaw(
    of mirror: TestMirror, _ before: [String: [UInt8]], _ site: RandomSite,
    _ action: GonePolicy.Action, isWhole: Bool
  ) -> String? {
    for entry in site.entries {
      let paths = mirror.content.files.keys.filter { $0.contains(entry.id) }
      let had = before.keys.contains { $0.contains(entry.id) }
      if paths.count > 1 { return "\(entry.id) is there twice: \(paths)" }
      let mustStay = had && (entry.standing != .removed || action == .keep)
      if mustStay, paths.isEmpty { return "\(entry.key), which is \(entry.standing), was lost" }
      guard isWhole, entry.standing == .listed, site.isThere(entry) else { continue }
      let bytes = paths.first.flatMap { mirror.content.files[$0] } ?? []
      if bytes != Array("jpeg \(entry.key)".utf8) {
        return "instead of \(entry.key) there is \"\(String(decoding: bytes, as: UTF8.self))\""
      }
    }
    return nil
  }
}
