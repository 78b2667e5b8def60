import MirrorCore

/// The queue of the run's source.
extension RunCatalog: WorkQueue {
  package func enqueue(_ ids: [Int64]) throws(MirrorError) {
    try reporting { catalog throws(CatalogError) in
      try catalog.enqueue(ids, ofSource: source.id)
    }
  }

  package func claim(_ most: Int) throws(MirrorError) -> [ClaimedPhoto] {
    guard let worker, most > 0 else { return [] }
    return try reporting { catalog throws(CatalogError) in
      // A claim whose answer was lost with its connection: nobody would ever work on it.
      if claims.isEmpty { try catalog.release(ofSource: source.id, by: worker) }
      let claimed = try claimPlace.claim(most) { most, place throws(CatalogError) in
        try catalog.claim(most, ofSource: source.id, for: worker, after: place)
      }
      for job in claimed { claims[job.photo] = job.claim }
      let records = try catalog.records(claimed.map(\.photo))
      var photos: [ClaimedPhoto] = []
      for (claimed, record) in zip(claimed, records) {
        guard let record, !record.isMirrored else {
          // Another run has mirrored it.
          claims[claimed.photo] = nil
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

  package func isOpen() throws(MirrorError) -> Bool {
    try reporting { catalog throws(CatalogError) in try catalog.hasOpenJobs(ofSource: source.id) }
  }

  package func finish(_ photos: [MirroredPhoto]) throws(MirrorError) -> Set<Int64> {
    let held = claims
    for photo in photos { claims[photo.id] = nil }
    return try reporting { catalog throws(CatalogError) in try catalog.complete(photos, held) }
  }

  package func postpone(_ id: Int64, _ setback: Setback) throws(MirrorError) -> Bool {
    guard let claim = claims.removeValue(forKey: id) else { return false }
    return try reporting { catalog throws(CatalogError) in
      try catalog.postpone(id, claim, setback)
    }
  }

  package func bury(_ id: Int64, reason: String, isRefusal: Bool) throws(MirrorError) -> Bool {
    guard let claim = claims.removeValue(forKey: id) else { return false }
    return try reporting { catalog throws(CatalogError) in
      try catalog.bury(id, claim, reason: reason, isRefusal: isRefusal, at: clock())
    }
  }

  package func release() throws(MirrorError) {
    guard let worker else { return }
    claims = [:]
    try reporting { catalog throws(CatalogError) in
      try catalog.release(ofSource: source.id, by: worker)
    }
  }
}
