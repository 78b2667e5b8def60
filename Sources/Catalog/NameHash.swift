import Foundation
import ProviderKit

/// What makes two names of files the same: case is ignored, and how accents are composed.
///
/// Two photos of one name have one hash. Two names of one hash, which nobody meets by accident, cost a
/// photo a longer name and nothing else.
enum NameHash {
  static func of(_ stem: String) -> Int64 {
    let folded = stem.lowercased()
    let composed =
      folded.utf8.allSatisfy { $0 < 0x80 } ? folded : folded.precomposedStringWithCanonicalMapping
    var hash = StableHash()
    hash.combine(composed)
    return Int64(bitPattern: hash.value)
  }
}
