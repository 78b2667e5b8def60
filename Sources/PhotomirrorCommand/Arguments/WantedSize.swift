import ProviderKit

/// What `--size` asks for.
package enum WantedSize: Sendable, Hashable {
  case largest
  /// The longest edge in pixels.
  case edge(Int)
  /// The site's word for it: `Large 1600`.
  case label(String)

  /// - Throws: ``UsageError`` for an edge that no photo has and for an empty label.
  init(_ text: String) throws(UsageError) {
    let trimmed = text.drop { $0 == " " }
    if trimmed.lowercased() == "largest" {
      self = .largest
    } else if !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let edge = Int(trimmed), (1...100_000).contains(edge) else {
        throw UsageError("--size takes an edge of 1 to 100000 pixels, not '\(text)'")
      }
      self = .edge(edge)
    } else {
      guard !trimmed.isEmpty, text.utf8.count <= 100 else {
        throw UsageError(
          "--size takes 'largest', an edge in pixels or the site's word for a size")
      }
      self = .label(String(trimmed))
    }
  }

  /// A mistyped word would come to the largest size of every photo, as one does that a photo lacks.
  /// - Throws: ``UsageError`` for a label that the provider's manifest does not name.
  package func check(against manifest: Manifest) throws(UsageError) {
    guard case .label(let label) = self, !manifest.knows(size: label) else { return }
    let nearest = NearestName.of(label, among: manifest.sizes + ["largest"])
    throw UsageError(
      "\(manifest.name) has no size '\(label)'",
      hints: (nearest.map { ["did you mean '\($0)'?"] } ?? [])
        + [
          "its sizes are: \(manifest.sizes.joined(separator: ", "))",
          "--size also takes the longest edge in pixels, or 'largest'",
        ])
  }
}
