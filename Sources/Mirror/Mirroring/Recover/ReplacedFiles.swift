import Catalog
import Inspection
import LocalFiles
import MirrorCore
import Sidecars
import SystemCalls
import Threads

/// Records the files of photos that the snapshot of a catalog knows with other files: they were replaced, upgraded or
/// fetched again since. Their records would call them damaged or edited.
///
/// A file is looked at if its size is another one, or if it was written after the snapshot; it is read only if its
/// sidecar names another digest, or none.
struct ReplacedFiles: Sendable {
  private static let batch = 256

  let catalog: CatalogThread
  let place: any FilePlace
  let sidecars: FoundSidecars
  /// Gives the facts of a file of the mirror.
  let look: Adopter.Look
  /// When the snapshot was made, in seconds since 1970.
  let since: Int64
  /// In seconds since 1970.
  let now: Int64

  /// What is seen of a file without reading it.
  private struct Seen {
    let photo: StoredPhoto
    let hasOtherSize: Bool
    let isNewer: Bool
    let modifiedAt: Int64?

    /// The digests with which the file is right.
    var recorded: Set<String> {
      Set([photo.file.sha256, photo.accepted?.sha256].compactMap(\.self))
    }
  }

  /// - Returns: How many photos are recorded with another file.
  func run() async throws -> Int {
    var count = 0
    for try await photos in catalog.stored(batch: Self.batch) {
      let suspects = try await suspects(among: photos)
      let notes = try await sidecars.read(
        of: suspects.map { FoundFiles.Picture(known: $0.photo.file.path) })
      var files: [MirroredPhoto] = []
      for (seen, note) in zip(suspects, notes) {
        if let file = try await file(of: seen, try? note.get()) { files.append(file) }
      }
      try await catalog.perform { [files] in try $0.recordReplacements(by: files) }
      count += files.count
    }
    return count
  }

  /// A place that does not tell when a file changed shows it by its size alone.
  private func suspects(among photos: [StoredPhoto]) async throws(StorageError) -> [Seen] {
    let facts = try await place.facts(of: photos.map(\.file.path), .listed)
    return zip(photos, facts).compactMap { photo, facts in
      // Of a file that is missing the sidecar tells which bytes are to be found.
      guard let facts, facts.kind == .file else {
        return Seen(photo: photo, hasOtherSize: false, isNewer: true, modifiedAt: nil)
      }
      let hasOtherSize = !photo.sizes.contains(facts.byteCount)
      let isNewer = facts.changedAt.map { $0 >= since } ?? hasOtherSize
      guard hasOtherSize || isNewer else { return nil }
      return Seen(
        photo: photo, hasOtherSize: hasOtherSize, isNewer: isNewer,
        modifiedAt: facts.changedAt == nil ? nil : facts.modifiedAt)
    }
  }

  /// The file to record; nil if the record stays.
  private func file(of seen: Seen, _ sidecar: SidecarPhoto?) async throws -> MirroredPhoto? {
    let digest = sidecar?.origin.sha256
    let isNamed = digest.map { !seen.recorded.contains($0) } ?? false
    guard isNamed || (digest == nil && seen.hasOtherSize && seen.isNewer) else { return nil }
    let inspection: Inspection?
    do { inspection = try await look(seen.photo.file.path) } catch is InspectionError {
      inspection = nil
    }
    let verdict = FileVerdict(
      of: inspection?.sha256, sidecar: digest, recorded: seen.recorded, isNewer: seen.isNewer)
    let origin = sidecar?.origin ?? PictureOrigin()
    let file = seen.photo.file
    switch verdict {
    case .recorded: return nil
    case .mirrored, .unproven:
      return MirroredPhoto(
        inspection, replacing: file, sha256: inspection?.sha256 ?? file.sha256, origin,
        isUnproven: verdict == .unproven || inspection?.isProven != true, storedAt: now)
    case .changed(let mirrored):
      let isEdit = seen.modifiedAt.map { time in
        sidecar.map { !FileTime.isOf($0.photo, time) } ?? true
      }
      return MirroredPhoto(
        inspection, replacing: file, sha256: mirrored, origin,
        isUnproven: true, storedAt: isEdit == true ? 0 : now)
    }
  }
}

extension StoredPhoto {
  /// The sizes with which its file is right.
  fileprivate var sizes: [Int64] { fingerprints.map(\.byteCount) }
}

extension MirroredPhoto {
  /// A file in the place of a recorded one.
  /// - Parameter inspection: Nil if it is no whole picture.
  fileprivate init(
    _ inspection: Inspection?, replacing file: MirroredPhoto, sha256: String,
    _ origin: PictureOrigin, isUnproven: Bool, storedAt: Int64
  ) {
    // Of a damaged or edited file nothing tells what the mirrored one was but its sidecar.
    let isMirrored = inspection.map { $0.sha256 == sha256 } ?? (sha256 == file.sha256)
    self.init(
      id: file.id, path: file.path, format: inspection?.format.name ?? file.format,
      width: isMirrored ? inspection?.width ?? file.width : 0,
      height: isMirrored ? inspection?.height ?? file.height : 0,
      byteCount: isMirrored
        ? inspection?.byteCount ?? file.byteCount
        : origin.byteCount ?? inspection?.byteCount ?? file.byteCount, sha256: sha256,
      label: origin.label ?? "", announced: origin.announced, shown: origin.shown,
      thumbnail: file.thumbnail,
      isUnproven: isUnproven, storedAt: storedAt)
  }
}
