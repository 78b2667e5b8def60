import MirrorCore
import ProviderKit

extension ValueKind<SizePolicy> {
  /// The value of `--size`.
  static let size = ValueKind("LABEL|EDGE|largest", text: \.optionText) {
    text, label throws(UsageError) in
    let trimmed = text.drop { $0 == " " }
    if trimmed.lowercased() == "largest" { return .largest }
    if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let edge = Int(trimmed), (1...100_000).contains(edge) else {
        throw UsageError("\(label) takes an edge of 1 to 100000 pixels, not '\(text)'")
      }
      return .edge(edge)
    }
    guard !trimmed.isEmpty, text.utf8.count <= 100 else {
      throw UsageError("\(label) takes 'largest', an edge in pixels or the site's name of a size")
    }
    return .label(String(trimmed))
  }
}

extension SizePolicy {
  fileprivate var optionText: String {
    switch self {
    case .largest: "largest"
    case .edge(let edge): "\(edge)"
    case .label(let label): label
    }
  }

  /// Without this check, a mistyped label would fetch the largest size of every photo.
  /// - Throws: ``UsageError`` for a label that the provider's manifest does not name.
  func check(against manifest: Manifest) throws(UsageError) {
    guard case .label(let label) = self, !manifest.knows(size: label) else { return }
    throw UsageError(
      "\(manifest.name) has no size '\(label)'",
      hints: NearestName.hint(label, among: manifest.sizes + ["largest"], quote: "'") + [
        "its sizes are: \(manifest.sizes.joined(separator: ", "))",
        "--size also takes the longest edge in pixels, or 'largest'",
      ])
  }
}
