import Catalog
import Foundation
import Images
import LocalFiles
import MirrorCore
import Threads

/// Compares a mirror's files with its catalog. Changes nothing of the mirror, and can run while a run is
/// writing.
///
/// The state of an interrupted verification is kept in the mirror, if that can be written to, so that another
/// one can resume it.
public struct Verification: Sendable {
  /// How to verify, with defaults.
  public struct Options: Sendable, Hashable {
    /// Whether a file's bytes are read only if its size, or a time after it was stored, makes it suspicious.
    public var isQuick = false
    /// Bytes a second to read; nil for no limit.
    public var maximumRate: Int?
    /// Whether to go on where an interrupted verification of the same kind ended.
    public var isResuming = false
    /// Whether files without a problem are findings too.
    public var tellsSame = false
    /// Whether files are looked for that the catalog does not know.
    public var findsExtra = true
    /// The limits for decoding a changed file.
    public var limits = ImageLimits()

    public init() {}
  }

  /// The result for a file. Paths are relative to the mirror; reasons are sentences in lower case without a period.
  public enum Finding: Sendable, Hashable {
    /// The file has the bytes that were mirrored; in a quick verification, their number.
    case same(path: String)
    case missing(path: String)
    /// A sidecar or thumbnail is missing; `what` names it.
    case incomplete(path: String, what: String)
    /// The catalog does not know the file.
    case extra(path: String)
    /// Its bytes are not those that were mirrored, and a whole picture: edited.
    case edited(path: String)
    /// Its bytes are not those that were mirrored, or were kept without a decode, and are not a whole picture.
    case damaged(path: String, reason: String)
    case unreadable(path: String, reason: String)
  }

  /// The state at the start and after each file, in the order of the mirroring.
  public struct Progress: Sendable, Hashable {
    /// The findings so far.
    public internal(set) var counts = Counts()
    /// Photos of the catalog to check; grows if a run adds photos meanwhile.
    public internal(set) var total = 0
    /// The finding of the file; nil if there is none.
    public internal(set) var finding: Finding?
    /// The file, unless the catalog does not know it.
    package internal(set) var photo: MirroredPhoto?

    /// The state before the first file.
    public init() {}
  }

  /// Photos by their findings.
  public struct Counts: Codable, Sendable, Hashable {
    /// Photos of the catalog whose files were looked for.
    public internal(set) var checked = 0
    /// Bytes of their files as the catalog records them, whether or not they were read.
    public internal(set) var byteCount: Int64 = 0
    /// Photos whose files are missing.
    public internal(set) var missing = 0
    /// Sidecars and thumbnails that are missing.
    public internal(set) var incomplete = 0
    /// Files that the catalog does not know.
    public internal(set) var extra = 0
    /// Photos whose files are edited or damaged.
    public internal(set) var changed = 0
    /// Photos whose files cannot be read.
    public internal(set) var unreadable = 0

    public init() {}

    /// Whether a file of the catalog has a problem.
    public var hasProblems: Bool { missing + incomplete + changed + unreadable > 0 }

    mutating func count(_ finding: Finding) {
      switch finding {
      case .same: break
      case .missing: missing += 1
      case .incomplete: incomplete += 1
      case .extra: extra += 1
      case .edited, .damaged: changed += 1
      case .unreadable: unreadable += 1
      }
    }
  }

  private static let batchSize = 200

  let mirror: Mirror
  let options: Options

  public init(of mirror: Mirror, _ options: Options = Options()) {
    (self.mirror, self.options) = (mirror, options)
  }

  /// Reads every mirrored file, as many at once as there are cores, and reports its progress.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read; `CancellationError`
  ///   if the task is cancelled before the end, after reporting the files that were being read.
  public func run(_ tell: (Progress) -> Void) async throws {
    try await mirror.open(
      .reading, diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { try await run(in: $0, tell) }
  }

  /// The same in an open mirror.
  func run(in open: OpenMirror, _ tell: (Progress) -> Void) async throws {
    var progress = Progress()
    progress.total = try await open.perform { catalog in
      try catalog.counts().reduce(0) { $0 + $1.mirrored }
    }
    var memory = VerificationMemory(of: self)
    let last = options.isResuming ? await open.disk.run { [memory] in memory.read() } : nil
    progress.counts = last?.counts ?? Counts()
    tell(progress)
    let sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
    try await open.withStore(writes: false, sidecars: sidecars) { store in
      let check = FileCheck(self, sidecars: sidecars)
      try await checkFiles(after: last?.photo ?? 0, &progress, &memory, check, store, open, tell)
      if options.findsExtra { try await findExtra(&progress, store, open, tell) }
    }
  }

  private func checkFiles(
    after id: Int64, _ progress: inout Progress, _ memory: inout VerificationMemory,
    _ check: FileCheck, _ store: OpenedStore, _ open: OpenMirror, _ tell: (Progress) -> Void
  ) async throws {
    var last = id
    while true {
      let photos = try await open.perform { [last] in
        try $0.stored(after: last, limit: Self.batchSize)
      }
      guard !photos.isEmpty else { break }
      var isWhole = true
      try await forEach(of: photos, check, store, open.disk) { look in
        // After a cancellation some files may have been skipped before others that were being read.
        guard let findings = look.findings, isWhole else {
          isWhole = false
          return
        }
        progress.counts.checked += 1
        progress.total = max(progress.total, progress.counts.checked)
        progress.counts.byteCount = progress.counts.byteCount.addingClamped(
          look.photo.file.byteCount)
        progress.photo = look.photo.file
        last = look.photo.file.id
        for finding in findings { progress.counts.count(finding) }
        for finding in findings.isEmpty ? [nil] : findings.map(Optional.some) {
          progress.finding = finding
          tell(progress)
        }
      }
      isWhole = isWhole && last == photos[photos.count - 1].file.id
      await open.disk.run { [memory, progress, last, isWhole] in
        memory.write(progress.counts, after: last, isUrgent: !isWhole)
      }
      memory.noteTime()
      guard isWhole else { throw CancellationError() }
    }
    await open.disk.run { [memory] in memory.remove() }
  }

  private func findExtra(
    _ progress: inout Progress, _ store: OpenedStore, _ open: OpenMirror,
    _ tell: (Progress) -> Void
  ) async throws {
    progress.photo = nil
    let directory = open.directory
    let extra = try await open.perform { try ExtraFiles(in: directory, $0) }
    if let objects = store.objects {
      try await extra.forEach(in: objects) { path in
        progress.finding = .extra(path: path)
        progress.counts.extra += 1
        tell(progress)
      }
      return
    }
    var folders = [""]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let (files, inner) = await open.disk.run { extra.files(in: folder) }
      for path in files {
        progress.finding = .extra(path: path)
        progress.counts.extra += 1
        tell(progress)
      }
      folders += inner.reversed()
    }
  }

  /// Passes the findings of photos to `body` in their order; nil for a photo that was not read because the task
  /// is cancelled.
  private func forEach(
    of photos: [StoredPhoto], _ check: FileCheck, _ store: OpenedStore, _ pool: ThreadPool,
    _ body: ((photo: StoredPhoto, findings: [Finding]?)) -> Void
  ) async throws {
    guard let objects = store.objects else {
      return await pool.forEachOrdered(of: photos) {
        (photo: $0, findings: check.findings($0))
      } _: {
        body($0)
      }
    }
    try await ObjectCheck(check, options, objects, pool).forEach(of: photos, body)
  }
}
