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

/// The check of one mirrored file. Blocks: call it on a thread that may block.
struct FileCheck: Sendable {
  private let directory: MirrorDirectory
  private let options: Verification.Options
  private let decoders: DecoderProcesses?
  private let pace: ReadPace?
  private let sidecars: SidecarChoice
  private let companions: CompanionCheck

  /// - Parameter sidecars: The sidecars that a complete photo has.
  init(_ verification: Verification, sidecars: SidecarChoice) {
    self.sidecars = sidecars
    (directory, options) = (verification.mirror.directory, verification.options)
    decoders = verification.mirror.decoders
    pace = options.maximumRate.map(ReadPace.init)
    let decode = { @Sendable [limits = options.limits, decoders] (path) throws(ImageError) in
      try ImageProof(ofFileAt: path, thumbnailEdge: nil, limits: limits, by: decoders)
    }
    companions = CompanionCheck(
      directory: directory, sidecars: sidecars,
      decode: options.decodesThumbnails ? decode : nil)
  }

  /// The findings at a photo's path.
  struct Look: Sendable {
    var findings: [Verification.Finding]
    /// The SHA-256 of bytes that are not the photo's; nil if they are, or cannot be read, or are missing.
    var digest: String?
    var isMissing = false
    /// How the file was checked; nil if only its size and time were compared.
    var kind: FileCheckRecord.Kind?

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

  /// - Returns: Nil if the task is cancelled before the file is read.
  func look(at photo: StoredPhoto) -> Look? {
    let file = photo.file
    guard let status = FileStatus(of: directory.file(file.path)) else {
      let error = SystemError()
      guard [ENOENT, ENOTDIR].contains(error.code) else {
        return Look([.unreadable(path: file.path, reason: error.reason)], .stat)
      }
      return .missing(.missing(path: file.path))
    }
    guard status.isRegular else {
      let what = status.isDirectory ? "a folder" : "a link or another thing that is no file"
      return .missing(.obstructed(path: file.path, what: what))
    }
    guard status.size > 0 || file.byteCount == 0 else {
      return Look([.damaged(path: file.path, reason: "the file is empty")], .digest)
    }
    let isTouched = isSuspicious(status, photo)
    let isRead = !options.isQuick || isTouched
    if isRead, let pace, !pace.wait(forBytes: status.size) { return nil }
    var look = Look([])
    if isRead {
      look = self.look(
        at: photo, at: directory.file(file.path), size: status.size, isUntouched: !isTouched)
    }
    look.findings += gaps(of: photo, directory.look(for: photo.files, sidecars: sidecars))
    if !options.isQuick { look.findings += companions.findings(of: photo) }
    return completed(look, file)
  }

  /// With the finding of an unchanged file, if it is wanted.
  func completed(_ look: Look, _ file: MirroredPhoto) -> Look {
    var look = look
    if look.findings.isEmpty, options.tellsSame { look.findings = [.same(path: file.path)] }
    return look
  }

  /// Waits until the rate allows to read as many bytes.
  /// - Returns: False if the task is cancelled before.
  func waits(forBytes count: Int64) -> Bool { pace?.wait(forBytes: count) ?? true }

  /// Whether a file may have been written since it was stored. A copy of the mirror has new times, and is read.
  private func isSuspicious(_ status: FileStatus, _ photo: StoredPhoto) -> Bool {
    let (size, time) =
      photo.accepted.map { ($0.byteCount, $0.at) } ?? (photo.file.byteCount, photo.file.storedAt)
    return status.size != size || status.modifiedAt > time.addingClamped(Self.slack)
  }

  /// Seconds: file systems and clocks of other machines round.
  private static let slack: Int64 = 2

  /// Compares a photo's bytes with the catalog.
  /// - Parameters:
  ///   - path: Of the file, or of a copy of it.
  ///   - isUntouched: Whether nothing but the bytes shows a change.
  func look(at photo: StoredPhoto, at path: String, size: Int64, isUntouched: Bool) -> Look {
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
    guard digest == file.sha256, size == file.byteCount else {
      var look = Look([changed(file, at: path, isUntouched: isUntouched)], .decode)
      look.digest = digest
      return look
    }
    return file.isUnproven
      ? Look([damage(file, at: path)].compactMap(\.self), .decode) : Look([], .digest)
  }

  /// What is missing beside a photo.
  func gaps(of photo: StoredPhoto, _ look: FileLook) -> [Verification.Finding] {
    [(look.hasSidecar, "sidecar"), (look.hasThumbnail, "thumbnail")].filter { !$0.0 }.map {
      .incomplete(path: photo.file.path, what: $0.1)
    }
  }

  /// The damage that a decode shows in a file that was kept without one; nil if the file is intact, or over a
  /// limit here too.
  private func damage(_ file: MirroredPhoto, at path: String) -> Verification.Finding? {
    do throws(ImageError) {
      _ = try proof(ofFileAt: path)
      return nil
    } catch {
      return error.kind == .tooLarge ? nil : finding(error, at: file.path)
    }
  }

  /// A decoder that was stopped says nothing about the file, which a repair must not move away for that.
  private func finding(_ error: ImageError, at path: String) -> Verification.Finding {
    error.kind == .stopped
      ? .unreadable(path: path, reason: error.message)
      : .damaged(path: path, reason: error.message)
  }

  /// Distinguishes an edited file, which is an intact picture, from a corrupted one. An edit leaves another size or
  /// time, which a failing disk does not.
  private func changed(
    _ file: MirroredPhoto, at path: String, isUntouched: Bool
  ) -> Verification.Finding {
    let whole: Verification.Finding =
      isUntouched ? .rotten(path: file.path) : .edited(path: file.path)
    do throws(ImageError) {
      _ = try proof(ofFileAt: path)
      return whole
    } catch {
      return error.kind == .tooLarge ? whole : finding(error, at: file.path)
    }
  }

  private func proof(ofFileAt path: String) throws(ImageError) -> ImageProof {
    try ImageProof(
      ofFileAt: path, thumbnailEdge: nil, limits: options.limits, by: decoders)
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
