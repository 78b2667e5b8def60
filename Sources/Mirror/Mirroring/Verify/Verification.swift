import Catalog
import Foundation
import Images
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
  public func run(_ tell: @escaping (Progress) -> Void) async throws {
    try await mirror.open(
      .reading, diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { try await run(in: $0, tell) }
  }

  /// The same in an open mirror.
  func run(in open: OpenMirror, _ tell: @escaping (Progress) -> Void) async throws {
    // A part of the photos is checked each day, and the catalog with all of them.
    if !options.isQuick, options.bounds == .none {
      try await open.perform { try $0.checkIntegrity() }
    }
    let total = try await open.perform { try $0.expectedCount().photos }
    let sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
    let (log, recordingError) = await CheckLog.opened(
      in: open, isNeeded: options.readsOldestFirst)
    try await whileOpen {
      try await open.withStore(writes: false, sidecars: sidecars) { store in
        var run = VerificationRun(
          of: self, open: open, store: store, sidecars: sidecars, log: log, tell)
        (run.progress.total, run.progress.recordingError) = (total, recordingError)
        try await run.run()
      }
    } close: {
      await log?.close()
    }
  }
}
