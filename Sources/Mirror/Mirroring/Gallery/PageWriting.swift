import Dispatch
import Gallery
import LocalFiles
import Locking
import MirrorCore

/// Makes pages on as many threads as there are cores, writes those that changed, and counts them. Blocks.
struct PageWriting {
  private static let mostGathered = 16

  /// The pages of the whole gallery.
  var expected = 0
  /// Pages that are there now.
  private(set) var count = 0
  /// Pages that were written.
  private(set) var written = 0
  private let folder: PageFolder
  private let show: @Sendable (MirrorGallery.Progress) -> Void
  private var gathered: [(key: UInt64, page: @Sendable () -> GalleryPage)] = []

  /// - Parameter show: Called after each group of pages.
  init(_ folder: PageFolder, _ show: @escaping @Sendable (MirrorGallery.Progress) -> Void) {
    (self.folder, self.show) = (folder, show)
  }

  /// Whether the page in the folder is made of the same.
  mutating func keeps(_ page: String, _ key: UInt64) -> Bool {
    guard folder.keeps(page, madeOf: key) else { return false }
    count += 1
    return true
  }

  /// Makes a page later, with others: several at once, which are held in a bounded number.
  mutating func gather(_ key: UInt64, _ page: @escaping @Sendable () -> GalleryPage) throws {
    gathered.append((key, page))
    if gathered.count >= Self.mostGathered { try writeGathered() }
  }

  /// Makes and writes the gathered pages.
  mutating func writeGathered() throws {
    try Task.checkCancellation()
    let pages = gathered
    gathered = []
    try write(pages.count) { (pages[$0].key, pages[$0].page()) }
  }

  /// Writes pages that are compared with what is in the folder.
  mutating func write(_ pages: [GalleryPage]) throws {
    try Task.checkCancellation()
    try write(pages.count) { (0, pages[$0]) }
  }

  /// Makes and writes pages, several at once.
  mutating func write(
    _ number: Int, _ page: @escaping @Sendable (Int) -> (key: UInt64, page: GalleryPage)
  ) throws(MirrorError) {
    let state = Locked((written: 0, error: MirrorError?.none))
    let folder = folder
    let one = { @Sendable (index: Int) in
      guard state.withLock({ $0.error == nil }) else { return }
      do throws(MirrorError) {
        let (key, page) = page(index)
        let isWritten = try folder.write(page.bytes, to: page.path, madeOf: key)
        if isWritten { state.withLock { $0.written += 1 } }
      } catch {
        state.withLock { $0.error = error }
      }
    }
    if number == 1 {
      one(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: number, execute: one)
    }
    let (new, error) = state.withLock(\.self)
    if let error { throw error }
    written += new
    count += number
    show(.writing(pages: count, of: expected))
  }
}
