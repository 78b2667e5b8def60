import Catalog
import Foundation
import Images
import LocalFiles
import MirrorCore
import Threads

/// Compares a mirror's files with its catalog. Changes no file of the mirror, and can run while a run is
/// writing.
///
/// The catalog records what was read when, and with what outcome, and the state of an interrupted verification is kept
/// in the mirror, so that another one can resume it. A mirror that cannot be written to is verified without.
public struct Verification: Sendable {
  /// How to verify, with defaults.
  public struct Options: Sendable, Hashable {
    /// Whether a file's bytes are read only if its size, or a time after it was stored, makes it suspicious.
    public var isQuick = false
    /// Whether photos of an object store are read although the store's own digest of them is the recorded one.
    public var downloads = false
    /// Whether thumbnails are decoded, and compared with their photos; otherwise only their headers are read.
    public var decodesThumbnails = false
    /// Bytes a second to read; nil for no limit.
    public var maximumRate: Int?
    /// Whether to go on where an interrupted verification of the same kind ended.
    public var isResuming = false
    /// Whether the files come first that were not read for longest.
    public var isOldestFirst = false
    /// What limits the reading. With a limit, the order is that of ``isOldestFirst``, and no extra files are looked for.
    public var bounds = Bounds.none
    /// Whether files without a problem are findings too.
    public var tellsSame = false
    /// Whether files are looked for that the catalog does not know.
    public var findsExtra = true
    /// The limits for decoding a changed file.
    public var limits = ImageLimits()

    public init() {}

    /// Whether the files come first that were not read for longest.
    package var readsOldestFirst: Bool { isOldestFirst || bounds != .none }
  }

  /// The state at the start and after each file, in the order of the mirroring.
  public struct Progress: Sendable, Hashable {
    /// The findings so far.
    public internal(set) var counts = Counts()
    /// Photos of the catalog to check; grows if a run adds photos meanwhile.
    public internal(set) var total = 0
    /// The finding of the file; nil if none.
    public internal(set) var finding: Finding?
    /// The file, unless the catalog does not know it.
    package internal(set) var photo: MirroredPhoto?
    /// At the end: when all files of the mirror were read.
    public internal(set) var coverage: CheckCoverage?
    /// Why checks are not recorded; nil if they are.
    public internal(set) var recordingError: String?

    /// The state before the first file.
    public init() {}
  }

  let mirror: Mirror
  let options: Options

  public init(of mirror: Mirror, _ options: Options = Options()) {
    (self.mirror, self.options) = (mirror, options)
  }

  /// Reads every mirrored file, as many at once as there are cores, and reports its progress.
  /// - Throws: ``MirrorError`` if there is no mirror, or if its catalog cannot be read or is damaged; `CancellationError`
  ///   if the task is cancelled before the end, after reporting the files that were being read.
  public func run(_ tell: (Progress) -> Void) async throws {
    try await mirror.open(
      .reading, diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { try await run(in: $0, tell) }
  }

  /// The same in an open mirror.
  func run(in open: OpenMirror, _ tell: (Progress) -> Void) async throws {
    var progress = Progress()
    // A part of the photos is checked each day, and the catalog with all of them.
    if !options.isQuick, options.bounds == .none {
      try await open.perform { try $0.checkIntegrity() }
    }
    progress.total = try await open.perform { try $0.expectedCount().photos }
    let sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
    let log = await CheckLog.opened(
      in: open, isNeeded: options.readsOldestFirst, &progress)
    try await whileOpen {
      try await open.withStore(writes: false, sidecars: sidecars) { store in
        let check = FileCheck(self, sidecars: sidecars)
        var origins = PhotoOrigins()
        try await checkFiles(&progress, &origins, check, log, store, open, tell)
        if options.findsExtra, options.bounds == .none {
          try await findExtra(&progress, origins, store, open, tell)
        }
      }
    } close: {
      await log?.close()
    }
    (progress.finding, progress.photo) = (nil, nil)
    progress.coverage = try await open.perform { try $0.checkCoverage(now: RunCatalog.now()) }
    tell(progress)
  }

  private func checkFiles(
    _ progress: inout Progress, _ origins: inout PhotoOrigins, _ check: FileCheck, _ log: CheckLog?,
    _ store: OpenedStore, _ open: OpenMirror, _ tell: (Progress) -> Void
  ) async throws {
    var memory = VerificationMemory(of: self)
    let resumed = options.isResuming ? await open.disk.run { [memory] in memory.read() } : nil
    progress.counts = resumed?.counts ?? Counts()
    tell(progress)
    var order = CheckOrder(options, after: resumed?.photo ?? 0, total: progress.total)
    while case let photos = try await order.next(in: open), !photos.isEmpty {
      let checks = try await checkBatch(photos, &progress, &origins, check, store, open, tell)
      await log?.note(checks, &progress)
      let last = progress.photo?.id ?? resumed?.photo ?? 0
      let isWhole = last == photos[photos.count - 1].file.id
      if !options.readsOldestFirst {
        await open.disk.run { [memory, counts = progress.counts] in
          memory.write(counts, after: last, isUrgent: !isWhole)
        }
        memory.noteTime()
      }
      guard isWhole else { throw CancellationError() }
    }
    if !options.readsOldestFirst { await open.disk.run { [memory] in memory.remove() } }
  }

  /// Ends before the first photo that was not read because the task is cancelled.
  private func checkBatch(
    _ photos: [StoredPhoto], _ progress: inout Progress, _ origins: inout PhotoOrigins,
    _ check: FileCheck, _ store: OpenedStore, _ open: OpenMirror, _ tell: (Progress) -> Void
  ) async throws -> [FileCheckRecord] {
    var checks: [FileCheckRecord] = []
    var isWhole = true
    let second = SecondLook(open: open, files: store.files, check: check)
    try await check.forEach(of: photos, in: store.files, on: open.disk) { photo, first in
      // After a cancellation some files may have been skipped before others that were being read.
      guard var look = first, isWhole else {
        isWhole = false
        return
      }
      if look.isMissing {
        guard let again = try await second.look(at: photo, after: look) else {
          return progress.add([], of: photo, tell)
        }
        look = again
      }
      let findings =
        look.hasOrigin ? try await origins.findings(of: photo, look, in: open) : look.findings
      if let kind = look.kind {
        checks.append(
          FileCheckRecord(
            photo: photo.file.id, at: RunCatalog.now(), kind: kind,
            problem: findings.lazy.compactMap(\.problem).first, isProof: look.isProof))
      }
      progress.add(findings, of: photo, tell)
    }
    return checks
  }

  private func findExtra(
    _ progress: inout Progress, _ origins: PhotoOrigins, _ store: OpenedStore, _ open: OpenMirror,
    _ tell: (Progress) -> Void
  ) async throws {
    progress.photo = nil
    let directory = open.directory
    let extra = try await open.perform { try ExtraFiles(in: directory, $0) }
    try await extra.forEach(in: store.place) { files in
      for file in files {
        progress.add(try await origins.finding(ofExtra: file, in: store.files), tell)
      }
      return true
    }
  }
}

extension Verification.Progress {
  fileprivate mutating func add(
    _ findings: [Verification.Finding], of photo: StoredPhoto,
    _ tell: (Verification.Progress) -> Void
  ) {
    counts.checked += 1
    total = max(total, counts.checked)
    counts.byteCount = counts.byteCount.addingClamped(photo.file.byteCount)
    self.photo = photo.file
    guard !findings.isEmpty else {
      finding = nil
      return tell(self)
    }
    for finding in findings { add(finding, tell) }
  }

  fileprivate mutating func add(
    _ finding: Verification.Finding, _ tell: (Verification.Progress) -> Void
  ) {
    counts.count(finding)
    self.finding = finding
    tell(self)
  }
}
