import Digests
import Locking
import Threads

/// Computes the SHA-256 of photos that are inspected at the same time together, which takes a third to a fifth of the
/// time on a processor without instructions for it.
///
/// A photo waits until there are as many as are computed at once, or until no other one is being decoded, so that a
/// photo alone never waits.
final class PhotoDigests: Sendable {
  private struct Photo {
    let path: String
    let taker: CheckedContinuation<Result<String, DigestError>, Never>
  }

  private struct State {
    let together: Int
    var decoding = 0
    var waiting: [Photo] = []

    /// The photos to compute now.
    mutating func due() -> [Photo] {
      guard decoding == 0 || waiting.count >= together else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  private let state: Locked<State>
  private let pool: ThreadPool

  /// - Parameter together: For how many photos one waits.
  init(_ together: Int, pool: ThreadPool) {
    state = Locked(State(together: together))
    self.pool = pool
  }

  /// Notes that a photo is decoded: `digest` or `endWithoutDigest` must follow.
  func begin() { state.withLock { $0.decoding += 1 } }

  /// After `begin`: there is nothing to compute.
  func endWithoutDigest() {
    compute(
      state.withLock { state in
        state.decoding -= 1
        return state.due()
      })
  }

  /// After `begin`: the SHA-256 of the photo's file.
  func digest(ofFileAt path: String) async throws(DigestError) -> String {
    try await withCheckedContinuation { taker in
      compute(
        state.withLock { state in
          state.decoding -= 1
          state.waiting.append(Photo(path: path, taker: taker))
          return state.due()
        })
    }.get()
  }

  private func compute(_ photos: [Photo]) {
    guard !photos.isEmpty else { return }
    pool.submit {
      let results = FileDigest.sha256(ofFilesAt: photos.map(\.path))
      for (photo, result) in zip(photos, results) { photo.taker.resume(returning: result) }
    }
  }
}
