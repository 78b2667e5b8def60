import MirrorCore
import Transfer

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
    rights.provesFiles = (try? await provesObjects()) ?? false
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
