import Foundation
import ProviderKit

/// A hash by which file names are equal regardless of case and of the composition of accents.
///
/// Two equal names have the same hash. A collision of different names, which does not happen by accident,
/// only gives a photo a longer name.
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
