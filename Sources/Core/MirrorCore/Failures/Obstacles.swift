import Locking

/// Folders that cannot be written: each costs its photos, and if nothing at all can be written, the run.
final class Obstacles: Sendable {
  /// This many photos in a row are enough: the others would be fetched for nothing.
  private static let most = 100

  private let state = Locked<(row: Int, hasStored: Bool, first: MirrorError?)>((0, false, nil))

  /// - Throws: The error that ends the run.
  func note(_ error: MirrorError) throws(MirrorError) {
    let isOver = state.withLock { state in
      state.row += 1
      state.first = state.first ?? error
      return !state.hasStored && state.row >= Self.most
    }
    if isOver { throw error }
  }

  /// A photo was stored.
  func noteSuccess() { state.withLock { ($0.row, $0.hasStored) = (0, true) } }

  /// - Throws: The first error, if no photo was stored.
  func check() throws(MirrorError) {
    let (hasStored, first) = state.withLock { ($0.hasStored, $0.first) }
    if let first, !hasStored { throw first }
  }
}
