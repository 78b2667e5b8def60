/// The pixels of a stored thumbnail, from the header of its file.
package struct ThumbnailSize: Sendable, Hashable {
  package let width: Int
  package let height: Int
  package var edge: Int { max(width, height) }

  /// Blocks.
  /// - Returns: Nil if there is no such file, or if it is not a PNG.
  package init?(ofFileAt path: String) {
    self.init(head: DurableFile.read(path, first: 24))
  }

  /// - Parameter head: The first bytes of the file: width and height after the first 16 (PNG, section 11.2.2).
  init?(head: [UInt8]) {
    guard head.count >= 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    let number = { (range: Range<Int>) in head[range].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(16..<20), number(20..<24))
  }
}
