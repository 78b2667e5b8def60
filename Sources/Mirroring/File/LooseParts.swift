import Locking
import Transfer

/// The parts that are whole and not stored yet: a run that ends before they are leaves beside each
/// what the next run knows it by, so that nothing whole is fetched again.
final class LooseParts: Sendable {
  private let directory: MirrorDirectory
  /// Photos of which an earlier run has left parts.
  private let leftBehind: Set<Int64>
  private let states = Locked<[Int64: UnwrittenState]>([:])

  init(_ directory: MirrorDirectory, leftBehind: Set<Int64> = []) {
    self.directory = directory
    self.leftBehind = leftBehind
  }

  /// Whether an earlier run has left a part of the photo.
  func isLeftBehind(ofPhoto id: Int64) -> Bool { leftBehind.contains(id) }

  /// Where the part of a photo lies, by the photo's row in the catalog.
  func path(ofPhoto id: Int64) -> String { directory.part(ofPhoto: id) }

  /// The photo's part is whole.
  func note(_ state: UnwrittenState?, ofPhoto id: Int64) {
    guard let state else { return }
    states.withLock { $0[id] = state }
  }

  /// The part has had its day: it is stored, or of no use. Blocks.
  func discard(ofPhoto id: Int64) throws(TransferError) {
    states.withLock { _ = $0.removeValue(forKey: id) }
    try PartFile.remove(at: path(ofPhoto: id))
  }

  /// For the run's end. Blocks.
  func keep() {
    // A part that cannot be kept is fetched again, which is all that comes of it.
    for state in states.withLock({ $0.values.map(\.self) }) { try? state.write() }
  }
}
