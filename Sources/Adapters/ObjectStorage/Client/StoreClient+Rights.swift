import MirrorCore
import Transfer

/// What an object store lets a key do, each tried with an object of the mirror's own.
package struct StoreRights: Sendable, Hashable {
  /// Why a request is refused: a clause in lower case without a period.
  package typealias Refusal = String

  /// Nil if objects can be listed.
  package internal(set) var lists: Refusal?
  /// Nil if objects can be read.
  package internal(set) var reads: Refusal?
  /// Nil if objects can be stored.
  package internal(set) var writes: Refusal?
  /// Nil if objects can be deleted, which only `--gone`, the trash and `repair` need.
  package internal(set) var deletes: Refusal?
  /// Whether an object is kept that exists when another writer stores one of its name.
  package internal(set) var keepsExisting = false
  /// Whether the store computes digests of objects, so that `verify` need not read them.
  package internal(set) var provesObjects = false
}

extension StoreClient {
  /// Tries what a mirror needs. A request that fails otherwise counts as refused, with its reason.
  /// Stores an object of the mirror's own, and deletes one that does not exist.
  package func rights() async -> StoreRights {
    var rights = StoreRights()
    rights.lists = await refusal { () throws(StoreError) in
      _ = try await list(prefix: "", limit: 1)
    }
    do throws(MirrorError) { try await probe() } catch { rights.writes = error.message }
    rights.keepsExisting = honoursConditions ?? false
    rights.reads = await refusal { () throws(StoreError) in
      _ = try await bytes(of: Self.probe, limit: 1 << 10)
    }
    rights.deletes = await refusal { () throws(StoreError) in
      try await checkDeletes(besides: "photo")
    }
    rights.provesObjects = (try? await provesObjects()) ?? false
    return rights
  }

  private func refusal(
    _ request: () async throws(StoreError) -> Void
  ) async -> StoreRights.Refusal? {
    do throws(StoreError) {
      try await request()
      return nil
    } catch {
      return error.message
    }
  }
}
