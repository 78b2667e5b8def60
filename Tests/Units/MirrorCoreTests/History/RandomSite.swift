import MirrorCore
import ProviderKit
import TestSupport

/// A site whose photos and hosts change from day to day, in ways that a seed determines.
struct RandomSite: Sendable {
  enum Standing: CaseIterable {
    case listed
    /// The site has it, and does not list it.
    case hidden
    case removed
  }

  /// What a host of pictures does today.
  enum Mood: CaseIterable {
    case well, dead, erring
    /// It sends its own page instead of each picture.
    case redirecting
  }

  struct Entry {
    let id: String
    let host: Int
    var version = 0
    var standing = Standing.listed
    /// Whether the site lists it before its host has the file.
    var isLate = false

    /// As at the end of the address.
    var key: String { id + String(version) }
  }

  /// The oldest first.
  private(set) var entries: [Entry] = []
  private(set) var moods: [Mood] = [.well, .well, .well, .well]
  /// Whether the listing ends in the middle today.
  private(set) var isCut = false
  /// Whether pages repeat photos of the pages before.
  private var repeats = false
  private static let pageLength = 12

  init(using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...60, using: &random) { add(using: &random) }
  }

  /// Whether the picture of a photo can be fetched today.
  func isThere(_ entry: Entry) -> Bool { !entry.isLate && moods[entry.host] == .well }

  private mutating func add(using random: inout SeededGenerator) {
    let number = String(1000 + entries.count)
    entries.append(Entry(id: "p\(number)-", host: Int.random(in: 0..<4, using: &random)))
    entries[entries.count - 1].isLate = Int.random(in: 0..<6, using: &random) == 0
  }

  /// Changes something before the next day.
  /// - Returns: What, for the log.
  mutating func change(using random: inout SeededGenerator) -> String {
    let place = Int.random(in: entries.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      add(using: &random)
      return "new \(entries[entries.count - 1].id)"
    case 1:
      entries[place].version += 1
      return "replaced \(entries[place].key)"
    case 2, 3:
      entries[place].standing = Standing.allCases.randomElement(using: &random) ?? .listed
      return "\(entries[place].standing) \(entries[place].id)"
    case 4:
      for place in entries.indices where entries[place].isLate {
        entries[place].isLate = Bool.random(using: &random)
      }
      return "late \(entries.filter(\.isLate).map(\.id))"
    case 5, 6:
      let host = Int.random(in: moods.indices, using: &random)
      // Hosts recover sooner than they fail.
      let isWell = Bool.random(using: &random)
      moods[host] = isWell ? .well : Mood.allCases.randomElement(using: &random) ?? .well
      return "host \(host) is \(moods[host])"
    default:
      repeats.toggle()
      return "repeats \(repeats)"
    }
  }

  /// Decides how today's listing ends.
  mutating func begin(using random: inout SeededGenerator) {
    isCut = Int.random(in: 0..<8, using: &random) == 0
  }

  /// The listing, the newest photo first.
  var pages: [String: Page] {
    let photos = entries.reversed().filter { $0.standing == .listed }
      .map { TestWalk.photo($0.id, version: String($0.version)) }
    let count = max(1, (photos.count + Self.pageLength - 1) / Self.pageLength)
    var pages: [String: Page] = [:]
    for number in 0..<count {
      let start = max(0, number * Self.pageLength - (repeats ? 3 : 0))
      let end = min(photos.count, (number + 1) * Self.pageLength)
      let next = number + 1 < count ? "\(number + 1)" : nil
      pages[number == 0 ? "" : "\(number)"] = Page(
        photos: Array(photos[start..<end]), next: next, extent: .complete)
    }
    if isCut { pages["\(count / 2)"] = nil }
    return pages
  }

  /// The ids of photos that it does not have.
  var unknown: Set<String> { Set(entries.filter { $0.standing == .removed }.map(\.id)) }

  /// The answer of a host for the picture at the end of an address.
  func picture(_ key: String) throws(FetchError) -> [UInt8] {
    guard let entry = entries.first(where: { $0.key == key }) else {
      // Pages, and pictures that were replaced.
      if key.isEmpty { return [] }
      throw FetchError(.status(404), "status 404")
    }
    guard entry.standing != .removed, !entry.isLate else {
      throw FetchError(.status(404), "status 404")
    }
    let host = "http://host\(entry.host)"
    switch moods[entry.host] {
    case .well: return Array("jpeg \(key)".utf8)
    case .dead: throw FetchError(.hostDown, "\(host): gave up on the host")
    case .erring: throw FetchError(.status(502), "\(host): status 502", isTransient: true)
    case .redirecting: return Array("<html>".utf8)
    }
  }
}
