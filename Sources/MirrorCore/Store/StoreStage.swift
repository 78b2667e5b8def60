import Foundation
import ProviderKit

/// The store stage: stores inspected files under their final names, durably, and records them, in groups.
///
/// While one group is being stored the next one accumulates, so that groups grow with the load: many files
/// are synced at once, and one transaction records them all. A file is recorded only after it is durable.
actor StoreStage {
  private struct Waiting {
    let photo: InspectedPhoto
    let continuation: CheckedContinuation<StoredFacts, any Error>
  }

  private static let groupSize = 64

  private let destination: any PhotoDestination
  private let catalog: any PhotoCatalog
  private let workspace: any Workspace
  private let provider: String
  private var waiting: [Waiting] = []
  private var isBusy = false

  /// - Parameter provider: The provider's name, for sidecars.
  init(
    destination: any PhotoDestination, catalog: any PhotoCatalog, workspace: any Workspace,
    provider: String
  ) {
    self.destination = destination
    self.catalog = catalog
    self.workspace = workspace
    self.provider = provider
  }

  /// Returns once the photo is durable and recorded.
  /// - Throws: ``StorageError``, or ``MirrorError`` if the destination or the catalog fails.
  func store(_ photo: InspectedPhoto) async throws -> StoredFacts {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(Waiting(photo: photo, continuation: continuation))
      guard !isBusy else { return }
      isBusy = true
      Task { await storeWaiting() }
    }
  }

  private func storeWaiting() async {
    while !waiting.isEmpty {
      let group = Array(waiting.prefix(Self.groupSize))
      waiting.removeFirst(group.count)
      await store(group)
    }
    isBusy = false
  }

  private func store(_ group: [Waiting]) async {
    let placed = await destination.place(group.map { placement(of: $0.photo) })
    let stored = zip(group, placed).filter { $1.isSuccess }.map(\.0.photo)
    do {
      let now = Int64(Date().timeIntervalSince1970)
      try await catalog.complete(stored.map { MirroredPhoto($0, storedAt: now) })
    } catch {
      for waiting in group { waiting.continuation.resume(throwing: error) }
      return
    }
    // Part files that cannot be deleted now are deleted by the next run.
    try? await workspace.discardParts(ofPhotos: stored.map(\.job.id))
    for (waiting, result) in zip(group, placed) {
      waiting.continuation.resume(
        with: result.map { StoredFacts(waiting.photo, failures: $0) })
    }
  }

  /// A sidecar is written only from a listing: the catalog does not hold enough for one.
  private func placement(of photo: InspectedPhoto) -> Placement {
    let thumbnail = photo.inspection.thumbnail.map {
      Companion.thumbnail($0, stem: photo.job.stem)
    }
    let sidecar =
      photo.job.isUnlisted
      ? nil : Companion.sidecar(Sidecar.xmp(of: photo.job.photo, provider: provider))
    return Placement(
      path: photo.path, picture: photo.picture,
      companions: [thumbnail, sidecar].compactMap(\.self))
  }
}

extension MirroredPhoto {
  fileprivate init(_ photo: InspectedPhoto, storedAt: Int64) {
    let inspection = photo.inspection
    self.init(
      id: photo.job.id, path: photo.path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, sha256: inspection.sha256,
      label: photo.rendition?.label ?? "", refusedLabel: photo.refusedLabel,
      address: photo.rendition?.url, hasThumbnail: inspection.thumbnail != nil,
      isUnproven: !inspection.isDecoded, storedAt: storedAt)
  }
}

extension StoredFacts {
  fileprivate init(_ photo: InspectedPhoto, failures: [CompanionFailure]) {
    let inspection = photo.inspection
    var warnings = inspection.warnings
    if let reason = inspection.undecodedReason { warnings.append("not checked: \(reason)") }
    if let refused = photo.refusedLabel {
      let label = photo.rendition?.label ?? "a smaller one"
      warnings.append("the site refuses the size \(refused); this is \(label)")
    }
    if let failure = inspection.thumbnailFailure { warnings.append("no thumbnail: \(failure)") }
    self.init(
      path: photo.path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, bytesFetched: photo.bytesFetched,
      warnings: warnings + failures.map(\.message), exceedsLimit: inspection.exceedsLimit,
      transfer: photo.transfer)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
