import Foundation
import ProviderKit

/// The store stage: stores inspected files under their final names, durably, and records them, in groups.
///
/// While one group is being stored the next one accumulates, so that groups grow with the load: many files
/// are synced at once, and one transaction records them all. A file is recorded only after it is durable.
actor StoreStage {
  private struct Waiting {
    var photo: InspectedPhoto
    let continuation: CheckedContinuation<StoredFacts, any Error>
  }

  /// Gives a photo a name whose longest component has so many bytes, with everything that follows the stem.
  typealias Shortening = @Sendable (_ job: PhotoJob, _ bytes: Int) async throws -> String

  /// Bytes of names that are tried one after the other where longer ones are refused: those of eCryptfs, and fewer.
  private static let shorterNames = [143, 110, 80]

  /// The most photos of a group.
  static let groupSize = 64

  private let destination: MirrorFiles
  private let record: @Sendable ([MirroredPhoto]) async throws -> Set<Int64>
  private let shorten: Shortening?
  private let workspace: any Workspace
  private let sidecars: SidecarChoice
  private let provider: String
  private let fileTime: FileTime
  /// Nil where photos have no sidecars before they are stored.
  private let origins: SidecarOrigins?
  private let executor: (any TaskExecutor)?
  private let interval: Duration
  private var groupStarted: ContinuousClock.Instant?
  private var waiting: [Waiting] = []
  private var isBusy = false

  /// - Parameters:
  ///   - provider: The provider's name, for sidecars.
  ///   - executor: Runs the stage; nil: Swift's pool.
  ///   - interval: From the start of a group to that of the next, unless it is full before: a group costs several
  ///     syncs and a transaction, however few photos it has.
  ///   - origins: Corrects the sidecars of photos that had a file before.
  ///   - shorten: Nil where names are given by somebody else.
  ///   - record: Records photos that are durable, and returns those that another worker has now.
  init(
    destination: MirrorFiles, workspace: any Workspace, sidecars: SidecarChoice,
    provider: String, fileTime: FileTime, executor: (any TaskExecutor)? = nil,
    interval: Duration = .zero, origins: SidecarOrigins? = nil, shorten: Shortening? = nil,
    record: @escaping @Sendable ([MirroredPhoto]) async throws -> Set<Int64>
  ) {
    (self.fileTime, self.origins) = (fileTime, origins)
    (self.executor, self.interval) = (executor, interval)
    self.sidecars = sidecars
    self.destination = destination
    self.record = record
    self.workspace = workspace
    self.provider = provider
    self.shorten = shorten
  }

  /// Returns once the photo is durable and recorded.
  /// - Throws: ``StorageError``, or ``MirrorError`` if the destination or the catalog fails.
  func store(_ photo: InspectedPhoto) async throws -> StoredFacts {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(Waiting(photo: photo, continuation: continuation))
      guard !isBusy else { return }
      isBusy = true
      Task(executorPreference: executor) { await self.storeWaiting() }
    }
  }

  private func storeWaiting() async {
    while !waiting.isEmpty {
      await gather()
      let group = Array(waiting.prefix(Self.groupSize))
      waiting.removeFirst(group.count)
      await store(group)
    }
    isBusy = false
  }

  /// Waits for more photos, unless the last group is long ago.
  private func gather() async {
    if let groupStarted, waiting.count < Self.groupSize {
      try? await Task.sleep(until: groupStarted + interval)
    }
    groupStarted = .now
  }

  private func store(_ named: [Waiting]) async {
    var group = named
    let placed: [Result<[CompanionFailure], StorageError>]
    let stored: [InspectedPhoto]
    let lost: Set<Int64>
    do {
      placed = try await place(&group)
      stored = zip(group, placed).filter { $1.isSuccess }.map(\.0.photo)
      try await noteOrigins(of: stored.filter(\.job.hadFile))
      let now = Int64(Date().timeIntervalSince1970)
      lost = try await record(stored.map { MirroredPhoto($0, storedAt: now) })
    } catch {
      for waiting in group { waiting.continuation.resume(throwing: error) }
      return
    }
    // Part files that cannot be deleted now are deleted by the next run.
    try? await workspace.discardParts(ofPhotos: stored.map(\.job.id))
    for (waiting, result) in zip(group, placed) {
      if lost.contains(waiting.photo.job.id) {
        waiting.continuation.resume(throwing: LostClaim())
        continue
      }
      waiting.continuation.resume(
        with: result.map { StoredFacts(waiting.photo, failures: $0) })
    }
  }

  /// Stores the files. What the file system says of its names is not always true: those that it refuses are tried once
  /// more with shorter ones.
  private func place(
    _ group: inout [Waiting]
  ) async throws -> [Result<[CompanionFailure], StorageError>] {
    var placed = await destination.place(group.map { placement(of: $0.photo) })
    guard let shorten else { return placed }
    for bytes in Self.shorterNames {
      let long = placed.indices.filter { index in
        guard case .failure(let error) = placed[index], group[index].photo.picture != .stored else {
          return false
        }
        return error.isNameTooLong
      }
      guard !long.isEmpty else { break }
      for index in long {
        let stem = try await shorten(group[index].photo.job, bytes)
        group[index].photo = group[index].photo.with(stem: stem)
      }
      let again = await destination.place(long.map { placement(of: group[$0].photo) })
      for (index, result) in zip(long, again) { placed[index] = result }
    }
    return placed
  }

  /// Corrects the sidecars that photos have already, whose pictures are stored anew.
  nonisolated func noteOrigins(of photos: [InspectedPhoto]) async throws(StorageError) {
    try await origins?.note(photos.filter { $0.picture != .stored })
  }

  /// A sidecar is written only from metadata: of the listing, or of the catalog.
  nonisolated func placement(of photo: InspectedPhoto) -> Placement {
    let thumbnail = photo.inspection.thumbnail?.companion(ofStem: photo.job.stem)
    let sidecars =
      photo.job.isUndescribed
      ? []
      : Companion.sidecars(
        of: photo.job.photo, beside: SidecarPicture(photo), sidecars,
        provider: photo.job.provider ?? provider)
    return Placement(
      path: photo.path, picture: photo.picture,
      companions: [thumbnail].compactMap(\.self) + sidecars,
      modifiedAt: fileTime.seconds(of: photo.job.photo), isPrivate: photo.job.photo.isPrivate,
      marks: FileMarks(photo.inspection))
  }
}

extension Companion {
  /// New sidecars in the chosen formats.
  static func sidecars(
    of photo: Photo, beside picture: SidecarPicture?, _ choice: SidecarChoice, provider: String
  ) -> [Companion] {
    choice.formats.map {
      .sidecar(Sidecar.bytes(of: photo, beside: picture, as: $0, provider: provider), $0)
    }
  }
}

extension MirroredPhoto {
  /// - Parameter file: The mirrored file, if it stays because the inspected one has the same bytes.
  init(_ photo: InspectedPhoto, keeping file: MirroredPhoto? = nil, storedAt: Int64) {
    let inspection = photo.inspection
    self.init(
      id: photo.job.id, path: file?.path ?? photo.path, format: inspection.format.name,
      width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, sha256: inspection.sha256,
      label: photo.rendition?.label ?? "", refusedLabel: photo.refusedLabel,
      sizeReason: photo.sizeReason,
      address: photo.rendition.flatMap(\.lastingAddress),
      announced: photo.rendition?.digest?.mark,
      shown: photo.job.isUnlisted ? nil : photo.job.photo.mark,
      thumbnail: file?.thumbnail ?? inspection.thumbnail?.stored ?? .absent,
      isUnproven: !inspection.isProven, storedAt: storedAt)
  }
}

extension StoredFacts {
  init(_ photo: InspectedPhoto, failures: [CompanionFailure]) {
    let inspection = photo.inspection
    var warnings = inspection.warnings
    if let reason = inspection.undecodedReason, !inspection.isProven {
      warnings.append("not checked: \(reason)")
    }
    if let refused = photo.refusedLabel {
      let label = photo.rendition?.label ?? "a smaller one"
      warnings.append("the site refuses the size \(refused); this is \(label)")
    }
    if let failure = inspection.thumbnailFailure { warnings.append("no thumbnail: \(failure)") }
    self.init(
      path: photo.path, format: inspection.format.name, width: inspection.width,
      height: inspection.height, byteCount: inspection.byteCount, bytesFetched: photo.bytesFetched,
      warnings: warnings + failures.map(\.message), exceedsLimit: inspection.exceedsLimit,
      transfer: photo.transfer, label: photo.rendition?.label, sizeReason: photo.sizeReason)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
