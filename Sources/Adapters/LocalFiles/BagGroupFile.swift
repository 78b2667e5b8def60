import Glibc
import MirrorCore
import SystemCalls

/// What the folder of several packages remembers of them until all are finished. All methods block.
package struct BagGroupFile: Sendable {
  private static let name = ".photomirror-bundles"
  /// The most bytes of the file: a group of some ten million photos.
  private static let longest = 256 << 20

  private let folder: String
  private var place: String { "\(folder)/\(Self.name)" }

  /// - Parameter folder: That of the packages, which exists.
  package init(in folder: String) { self.folder = folder }

  /// Nil if nothing is remembered.
  /// - Throws: If it cannot be read.
  package func read() throws(StorageError) -> [UInt8]? {
    try DurableFile.read(place, limit: Self.longest)
  }

  /// Replaces it in one step, durably.
  package func write(_ bytes: [UInt8]) throws(StorageError) {
    let scratch = place + ".new"
    try DurableFile.write(bytes, to: scratch)
    try DurableFile.replace(scratch, to: place)
    try DurableFile.sync(folder)
  }

  /// Forgets it.
  package func remove() { LinkFree.unlink(place) }
}
