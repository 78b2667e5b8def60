import Catalog
import MirrorCore

/// One verification of an open mirror.
struct VerificationRun {
  private let verification: Verification
  private var options: Verification.Options { verification.options }
  private let open: OpenMirror
  private let store: OpenedStore
  private let check: FileCheck
  private let second: SecondLook
  /// Nil: checks are not recorded.
  private let log: CheckLog?
  private let tell: (Verification.Progress) -> Void
  private var origins = PhotoOrigins()
  var progress = Verification.Progress()

  init(
    of verification: Verification, open: OpenMirror, store: OpenedStore, sidecars: SidecarChoice,
    log: CheckLog?, _ tell: @escaping (Verification.Progress) -> Void
  ) {
    (self.verification, self.open, self.store) = (verification, open, store)
    (self.log, self.tell) = (log, tell)
    check = FileCheck(verification, sidecars: sidecars)
    second = SecondLook(open: open, files: store.files, check: check)
  }

  mutating func run() async throws {
    try await checkFiles()
    if options.findsExtra, options.bounds == .none { try await findExtra() }
    (progress.finding, progress.photo) = (nil, nil)
    progress.coverage = try await open.perform { try $0.checkCoverage(now: Catalog.now()) }
    tell(progress)
  }

  private mutating func checkFiles() async throws {
    var memory = VerificationMemory(of: verification)
    let resumed = options.isResuming ? await open.disk.run { [memory] in memory.read() } : nil
    progress.counts = resumed?.counts ?? Verification.Counts()
    tell(progress)
    var order = CheckOrder(options, after: resumed?.photo ?? 0, total: progress.total)
    while case let photos = try await order.next(in: open), !photos.isEmpty {
      let checks = try await checkBatch(photos)
      if progress.recordingError == nil { progress.recordingError = await log?.note(checks) }
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
  private mutating func checkBatch(_ photos: [StoredPhoto]) async throws -> [FileCheckRecord] {
    var checks: [FileCheckRecord] = []
    var isWhole = true
    try await check.forEach(of: photos, in: store.files, on: open.disk) { photo, first in
      // After a cancellation some files may have been skipped before others that were being read.
      guard var look = first, isWhole else {
        isWhole = false
        return
      }
      if look.isMissing {
        guard let again = try await second.look(at: photo, after: look) else {
          return note([], of: photo)
        }
        look = again
      }
      let findings =
        look.hasOrigin ? try await origins.findings(of: photo, look, in: open) : look.findings
      if let kind = look.kind {
        checks.append(
          FileCheckRecord(
            photo: photo.file.id, at: Catalog.now(), kind: kind,
            problem: findings.lazy.compactMap(\.problem).first, isProof: look.isProof))
      }
      note(findings, of: photo)
    }
    return checks
  }

  private mutating func findExtra() async throws {
    progress.photo = nil
    let extra = try await open.perform { [directory = open.directory] in
      try ExtraFiles(in: directory, $0)
    }
    try await extra.forEach(in: store.place) { files in
      for file in files { note(try await origins.finding(ofExtra: file, in: store.files)) }
      return true
    }
  }

  private mutating func note(_ findings: [Verification.Finding], of photo: StoredPhoto) {
    progress.counts.checked += 1
    progress.total = max(progress.total, progress.counts.checked)
    progress.counts.byteCount = progress.counts.byteCount.addingClamped(photo.file.byteCount)
    progress.photo = photo.file
    guard !findings.isEmpty else {
      progress.finding = nil
      return tell(progress)
    }
    for finding in findings { note(finding) }
  }

  private mutating func note(_ finding: Verification.Finding) {
    progress.counts.count(finding)
    progress.finding = finding
    tell(progress)
  }
}
