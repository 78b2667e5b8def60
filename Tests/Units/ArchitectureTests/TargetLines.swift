import Foundation

/// The number of lines of Swift of each target, by its path: `Sources/Core/MirrorCore`.
struct TargetLines {
  let counts: [String: Int]

  /// How many more lines a target may have than are kept.
  static let slack = 300

  init(_ counts: [String: Int]) { self.counts = counts }

  /// The kept numbers: in each line a path, a space and a number.
  init(kept text: String) {
    let rows = text.split(separator: "\n").map { $0.split(separator: " ") }
    counts = rows.reduce(into: [:]) { counts, row in
      if row.count == 2 { counts[String(row[0])] = Int(row[1]) }
    }
  }

  /// Those of the sources, without targets that have no Swift.
  static func ofSources() -> TargetLines {
    var counts: [String: Int] = [:]
    for folder in ["Sources", "Plugins"] {
      let place = SourceTree.root.appending(path: folder)
      let paths = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
      for path in paths ?? [] where path.hasSuffix(".swift") {
        let target = ([folder] + path.split(separator: "/").prefix(2).map(String.init)).joined(
          separator: "/")
        let bytes = try? Data(contentsOf: place.appending(path: path))
        counts[target, default: 0] += bytes?.count { $0 == UInt8(ascii: "\n") } ?? 0
      }
    }
    return TargetLines(counts)
  }

  /// What to say of each target that has grown; a target that is not kept has grown from nothing.
  func growth(over kept: TargetLines) -> [String] {
    counts.sorted { $0.key < $1.key }.compactMap { target, count in
      let more = count - (kept.counts[target] ?? 0)
      guard more > Self.slack else { return nil }
      return
        "\(target) has \(count) lines, \(more) more than kept in Tests/lines: say in the commit"
        + " what the addition merges with, and write the new number"
    }
  }
}
