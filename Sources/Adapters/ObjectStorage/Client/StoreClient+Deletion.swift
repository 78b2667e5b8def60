import MirrorCore
import Transfer

/// Deletions, which an archive's key may not be allowed: then nothing is moved or removed, and all else works.
extension StoreClient {
  /// Deletes an object; succeeds if there is none.
  /// - Throws: ``StoreError`` with ``StoreError/Kind/undeletable`` if the key, or a lock, does not allow it.
  func delete(_ key: String) async throws(StoreError) {
    do throws(StoreError) {
      _ = try await answer(to: StoreRequest(.delete, key))
      deletes = true
    } catch {
      switch error.kind {
      case .missing: return
      case .forbidden:
        deletes = false
        throw Self.undeletable(error.message)
      default: throw error
      }
    }
  }

  /// Asks once, before the first move, so that a refusal leaves no copy: the server deletes an object that is not there.
  /// - Parameter key: Of the object to move; rights often depend on the folder.
  /// - Throws: ``StoreError`` with ``StoreError/Kind/undeletable`` if it refuses.
  func checkDeletes(besides key: String) async throws(StoreError) {
    switch deletes {
    case true?: return
    case false?: throw Self.undeletable("it refused to before")
    case nil: try await delete(key + ".delete-probe")
    }
  }

  private static func undeletable(_ reason: String) -> StoreError {
    StoreError(.undeletable, "the store does not delete objects with this key (\(reason))")
  }
}
