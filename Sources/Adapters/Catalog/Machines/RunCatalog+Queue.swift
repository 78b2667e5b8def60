import MirrorCore

/// The queue of the run's source.
extension RunCatalog: WorkQueue {
  package func enqueue(_ ids: [Int64]) async throws(MirrorError) {
    try await query { catalog throws(CatalogError) in
      try catalog.enqueue(ids, ofSource: source.id)
    }
  }

  package func claim(_ most: Int) async throws(MirrorError) -> [ClaimedPhoto] {
    guard let worker, most > 0 else { return [] }
    return try await query { catalog throws(CatalogError) in
      // A claim whose answer was lost with its connection: nobody would ever work on it.
      var (held, place) = state.withLock { ($0.claims, $0.claimPlace) }
      defer { state.withLock { ($0.claims, $0.claimPlace) = (held, place) } }
      if held.isEmpty { try catalog.release(ofSource: source.id, by: worker) }
      let claimed = try place.claim(most) { most, place throws(CatalogError) in
        try catalog.claim(most, ofSource: source.id, for: worker, after: place)
      }
      for job in claimed { held[job.photo] = job.claim }
      let records = try catalog.records(claimed.map(\.photo))
      var photos: [ClaimedPhoto] = []
      for (claimed, record) in zip(claimed, records) {
        guard let record, !record.isMirrored else {
          // Another run has mirrored it.
          held[claimed.photo] = nil
          try catalog.drop(claimed.photo, claimed.claim)
          continue
        }
        photos.append(
          ClaimedPhoto(
            record: record, attempt: claimed.claim.attempt, isAddressLost: claimed.isAddressLost))
      }
      return photos
    }
  }

  package func isOpen() async throws(MirrorError) -> Bool {
    try await query { catalog throws(CatalogError) in try catalog.hasOpenJobs(ofSource: source.id) }
  }

  package func finish(_ photos: [MirroredPhoto]) async throws(MirrorError) -> Set<Int64> {
    try await query { catalog throws(CatalogError) in
      let held = state.withLock { state in
        let held = state.claims
        for photo in photos { state.claims[photo.id] = nil }
        return held
      }
      return try catalog.complete(photos, held)
    }
  }

  package func postpone(_ id: Int64, _ setback: Setback) async throws(MirrorError) -> Bool {
    try await query { catalog throws(CatalogError) in
      guard let claim = state.withLock({ $0.claims.removeValue(forKey: id) }) else { return false }
      return try catalog.postpone(id, claim, setback)
    }
  }

  package func bury(_ id: Int64, reason: String, isRefusal: Bool) async throws(MirrorError) -> Bool
  {
    try await query { catalog throws(CatalogError) in
      guard let claim = state.withLock({ $0.claims.removeValue(forKey: id) }) else { return false }
      return try catalog.bury(id, claim, reason: reason, isRefusal: isRefusal, at: clock())
    }
  }

  package func release() async throws(MirrorError) {
    guard let worker else { return }
    try await query { catalog throws(CatalogError) in
      state.withLock { $0.claims = [:] }
      try catalog.release(ofSource: source.id, by: worker)
    }
  }
}
