import Foundation
import Glibc
import MirrorCore
import ProviderKit
import SystemCalls

/// How a file system compares names. One that ignores case or the composition of accents may give a name back with other
/// bytes than those with which it was made, so that names must be compared as it does.
package struct NameComparison: Sendable, Hashable {
  /// By their bytes.
  package static let bytes = NameComparison()

  /// Whether `A` and `a` are one name.
  package var ignoresCase = false
  /// Whether the two spellings of `é`, with one and with two code points, are one name.
  package var ignoresComposition = false

  /// Equal for names that are one name to the file system. Others differ but for collisions.
  package func key(_ name: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(spelling(name))
    return hash.value
  }

  /// Whether some file system takes two names for one.
  static func isOneName(_ one: String, _ other: String) -> Bool {
    one.lowercased().composed == other.lowercased().composed
  }

  private func spelling(_ name: String) -> String {
    let name = ignoresCase ? name.lowercased() : name
    return ignoresComposition ? name.composed : name
  }
}

extension NameComparison {
  private static let scratch = ".photomirror-name-\u{E9}"

  /// Finds out how a folder's file system compares names, by a file that is made and removed. Blocks.
  package init(in folder: String) {
    let place = "\(folder)/\(Self.scratch)"
    let file = LinkFree.open(place, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    close(file)
    // Not by the files' numbers: a file system in user space may give each name its own (fuse(8), use_ino).
    ignoresCase = DurableFile.exists("\(folder)/\(Self.scratch.uppercased())")
    ignoresComposition = DurableFile.exists(
      "\(folder)/\(Self.scratch.decomposedStringWithCanonicalMapping)")
    LinkFree.unlink(place)
  }

  /// Finds out how the file system of a mirror does, which is only read. Its own folder is looked for under a name in
  /// capitals. Blocks.
  package init(of directory: MirrorDirectory) {
    let name = directory.state.dropFirst(directory.path.count + 1)
    ignoresCase = DurableFile.isSame(directory.state, directory.file(name.uppercased()))
    ignoresComposition = true
  }
}
