import Foundation
import MirrorCore
import ProviderKit
import SystemCalls

extension ValueKind<DateBound> {
  /// The value of `--since` and `--until`.
  static let date = ValueKind(
    "[uploaded:]DATE",
    takes: "a date, such as 2024, 2024-05, 2024-05-01 or uploaded:2024-05-01T18:00", text: \.text,
    value: DateBound.init)
}

extension ValueKind<LicenseWords> {
  /// The value of `--license`.
  static let licenses = ValueKind(
    "NAME", takes: "the name of a license, or its first words", text: \.text
  ) { $0.contains { !$0.isWhitespace } ? LicenseWords($0) : nil }
}

extension ValueKind<FoldedTag> {
  /// The value of `--tag` and `--exclude-tag`.
  static let tag = ValueKind("TAG", takes: "a tag", text: \.text) {
    $0.contains { !$0.isWhitespace } ? FoldedTag($0) : nil
  }
}

extension ValueKind<[MediaKind]> {
  /// The value of `--media`.
  static let media = ValueKind(
    "photo,video", takes: "photo, video or photo,video",
    text: { $0.map(\.rawValue).joined(separator: ",") }, value: kinds)

  private static func kinds(_ text: String) -> [MediaKind]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let kinds = words.compactMap { MediaKind(rawValue: String($0)) }
    return kinds.count == words.count ? kinds : nil
  }
}

extension PhotoFilter {
  /// - Throws: ``UsageError`` if no photo can pass.
  func check() throws(UsageError) {
    if let since, let until, since.isAfter(until) {
      throw Self.excludesAll("--since \(since.text) is after --until \(until.text)")
    }
    if let minimumEdge, let maximumEdge, minimumEdge > maximumEdge {
      throw Self.excludesAll(
        "--min-edge \(minimumEdge) is larger than --max-edge \(maximumEdge)")
    }
    if !tags.isEmpty, tags.isSubset(of: excludedTags) {
      throw Self.excludesAll("--tag and --exclude-tag name the same tag")
    }
  }

  private static func excludesAll(_ reason: String) -> UsageError {
    UsageError("\(reason): no photo can match")
  }
}

extension PhotoNames {
  private static let mostBytes = 64 << 20

  /// The names in a file, one a line.
  /// - Throws: ``UsageError`` if it cannot be read.
  init(fileAt path: String) throws(UsageError) {
    guard access(path, R_OK) == 0 else {
      throw UsageError("--exclude-file: cannot read \(path): \(SystemError().reason)")
    }
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      let bytes = try file.read(upToCount: Self.mostBytes + 1) ?? Data()
      guard bytes.count <= Self.mostBytes else {
        throw UsageError("--exclude-file \(path) is larger than \(Self.mostBytes >> 20) MiB")
      }
      self.init(lines: String(decoding: bytes, as: UTF8.self))
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("--exclude-file: cannot read \(path): \(error.systemReason)")
    }
  }
}
