import Catalog
import Digests
import Foundation
import Glibc
import Images
import LocalFiles
import Locking
import MirrorCore
import Pacing
import SystemCalls

/// The check of mirrored photos' files.
struct FileCheck: Sendable {
  let directory: MirrorDirectory
  let options: Verification.Options
  private let decoders: DecoderProcesses?
  private let pace: ReadPace?
  let companions: CompanionCheck

  /// - Parameter sidecars: Those whose bytes are checked.
  init(_ verification: Verification, sidecars: SidecarChoice) {
    (directory, options) = (verification.mirror.directory, verification.options)
    decoders = verification.mirror.decoders
    pace = options.maximumRate.map(ReadPace.init)
    let sketch = { @Sendable [limits = options.limits, decoders] (path) throws(ImageError) in
      try PictureSketch(ofFileAt: path, limits: limits, by: decoders)
    }
    companions = CompanionCheck(
      directory: directory, sidecars: sidecars,
      decode: options.decodesThumbnails ? sketch : nil)
  }

  /// The findings at a photo's path.
  struct Look: Sendable {
    var findings: [Verification.Finding]
    /// The SHA-256 of bytes that are not the photo's; nil if they are, or cannot be read, or are missing.
    var digest: String?
    var isMissing = false
    /// How the file was checked; nil if only its size and time were compared.
    var kind: FileCheckRecord.Kind?
    /// Whether the recorded bytes are a whole picture, which nobody had decoded before.
    var isProof = false

    init(_ findings: [Verification.Finding], _ kind: FileCheckRecord.Kind? = nil) {
      (self.findings, self.kind) = (findings, kind)
    }

    /// Nothing that can be read.
    static func missing(_ finding: Verification.Finding) -> Look {
      var look = Look([finding], .stat)
      look.isMissing = true
      return look
    }

    /// Whether the bytes may be those of another photo, or another file those of this one.
    var hasOrigin: Bool { digest != nil || isMissing }
  }

  /// Waits until the rate allows to read as many bytes.
  /// - Returns: False if the task is cancelled before.
  func waits(forBytes count: Int64) -> Bool { pace?.wait(forBytes: count) ?? true }

  /// Compares a photo's bytes with the catalog. Blocks.
  /// - Parameters:
  ///   - path: Of the file, or of a copy of it.
  ///   - change: What it shows of a change besides its bytes.
  func look(at photo: StoredPhoto, at path: String, size: Int64, _ change: FileChange) -> Look {
    let file = photo.file
    let digest: String
    do {
      digest = try FileDigest.hex(.sha256, ofFileAt: path)
    } catch {
      return Look([.unreadable(path: file.path, reason: error.message)], .digest)
    }
    if let accepted = photo.accepted, digest == accepted.sha256, size == accepted.byteCount {
      return Look([], .digest)
    }
    let hasBytes = digest == file.sha256 && size == file.byteCount
    var decoded: FileChange.Decode?
    let verdict = change.verdict(hasBytes: hasBytes, isUnproven: file.isUnproven) {
      let result = decode(fileAt: path)
      decoded = result
      return result
    }
    var look = Look(
      [verdict.finding(at: file.path)].compactMap(\.self), decoded == nil ? .digest : .decode)
    look.digest = hasBytes ? nil : digest
    look.isProof = hasBytes && decoded == .whole
    return look
  }

  /// What is missing beside a photo.
  static func gaps(of photo: StoredPhoto, _ look: FileLook) -> [Verification.Finding] {
    [(look.hasSidecar, "sidecar"), (look.hasThumbnail, "thumbnail")].filter { !$0.0 }.map {
      .incomplete(path: photo.file.path, what: $0.1)
    }
  }

  private func decode(fileAt path: String) -> FileChange.Decode {
    FileChange.Decode(
      Result { () throws(ImageError) in
        try ImageProof(
          ofFileAt: path, thumbnailEdge: nil, limits: options.limits, by: decoders)
      })
  }
}

extension FileChange.Verdict {
  /// Nil if the file has no problem.
  fileprivate func finding(at path: String) -> Verification.Finding? {
    switch self {
    case .same: nil
    case .edited: .edited(path: path)
    case .rotten: .rotten(path: path)
    case .damaged(let reason): .damaged(path: path, reason: reason)
    case .unreadable(let reason): .unreadable(path: path, reason: reason)
    }
  }
}

/// Limits the bytes that several threads read each second.
private final class ReadPace: Sendable {
  /// Seconds between two checks for a cancelled task.
  private static let step = 0.1

  private let bucket: Locked<TokenBucket>

  init(perSecond rate: Int) {
    bucket = Locked(
      TokenBucket(capacity: Double(rate), perSecond: Double(rate), time: Self.now))
  }

  /// Blocks until `count` bytes may be read.
  /// - Returns: False if the task is cancelled before.
  func wait(forBytes count: Int64) -> Bool {
    let end = Self.now + bucket.withLock { $0.take(Double(count), at: Self.now) }
    while true {
      if Task.isCancelled { return false }
      let rest = end - Self.now
      guard rest > 0 else { return true }
      Thread.sleep(forTimeInterval: min(rest, Self.step))
    }
  }

  /// Seconds since the system started.
  private static var now: Double { ProcessInfo.processInfo.systemUptime }
}
