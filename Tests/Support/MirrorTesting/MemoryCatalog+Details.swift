import MirrorCore
import ProviderKit

/// The details of a photo in a ``MemoryStore``.
struct MemoryDetails: Sendable {
  var known = PhotoDetails()
  /// By part, the update for which it was requested.
  var updates: [PhotoDetails.Part: Int64?] = [:]
  var due: DetailCandidate?
  var dueParts: Set<PhotoDetails.Part> = []
}

extension MemoryCatalog {
  package func noteListed(
    _ photos: [DetailCandidate], wanting parts: Set<PhotoDetails.Part>
  ) throws(MirrorError) {
    try with { store in
      for photo in photos {
        var details = store.details[photo.id] ?? MemoryDetails()
        details.dueParts = parts.filter { part in
          details.updates[part].map { photo.updatedAt != nil && $0 != photo.updatedAt } ?? true
        }
        details.due = details.dueParts.isEmpty ? nil : photo
        store.details[photo.id] = details
      }
    }
  }

  package func dueDetails(after: Int64, limit: Int) throws(MirrorError) -> [DueDetails] {
    let (source, pass) = (source.id, pass)
    return try with { store in
      let due: [DueDetails] = store.details.compactMap { id, details in
        guard id > after, let due = details.due, let row = store.rows[id], row.isMirrored,
          let pass, store.lastPasses[source]?[id] == pass
        else { return nil }
        return DueDetails(
          id: id, path: row.path ?? "", parts: details.dueParts, updatedAt: due.updatedAt)
      }
      return Array(due.sorted { $0.id < $1.id }.prefix(limit))
    }
  }

  package func dueDetailCount() throws(MirrorError) -> Int {
    try dueDetails(after: 0, limit: .max).count
  }

  package func complete(
    _ due: DueDetails, with details: PhotoDetails
  ) throws(MirrorError) {
    try with { store in
      var known = store.details[due.id] ?? MemoryDetails()
      known.known = known.known.replacing(with: details)
      for part in details.parts { known.updates[part] = .some(due.updatedAt) }
      known.due = nil
      store.details[due.id] = known
    }
  }
}
