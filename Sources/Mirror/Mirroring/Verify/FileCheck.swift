import Catalog
import Digests
import Foundation
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

  /// - Parameter sidecars: The sidecars that a complete photo has.
  init(_ verification: Verification, sidecars: SidecarChoice) {
    self.sidecars = sidecars
    (directory, options) = (verification.mirror.directory, verification.options)
    decoders = verification.mirror.decoders
    pace = options.maximumRate.map(ReadPace.init)
  }

  /// - Returns: Nil if the task is cancelled before the file is read.
  func findings(_ photo: StoredPhoto) -> [Verification.Finding]? {
    let file = photo.file
    let status = FileStatus(of: directory.file(file.path))
    guard let status, status.isRegular else { return [.missing(path: file.path)] }
    guard status.size > 0 || file.byteCount == 0 else {
      return [.damaged(path: file.path, reason: "the file is empty")]
    }
    let isRead = !options.isQuick || isSuspicious(status, file)
    if isRead, let pace, !pace.wait(forBytes: status.size) { return nil }
    var findings: [Verification.Finding] = []
    if isRead, let finding = finding(file, at: directory.file(file.path), size: status.size) {
      findings.append(finding)
    }
    findings += gaps(of: photo, directory.look(for: photo.files, sidecars: sidecars))
    return findings.isEmpty && options.tellsSame ? [.same(path: file.path)] : findings
  }

  /// Waits until the rate allows to read as many bytes.
  /// - Returns: False if the task is cancelled before.
  func waits(forBytes count: Int64) -> Bool { pace?.wait(forBytes: count) ?? true }

  /// Whether a file may have been written since it was stored. A copy of the mirror has new times, and is read.
  private func isSuspicious(_ status: FileStatus, _ file: MirroredPhoto) -> Bool {
    status.size != file.byteCount || status.modifiedAt > file.storedAt.addingClamped(Self.slack)
  }

  /// Seconds: file systems and clocks of other machines round.
  private static let slack: Int64 = 2

  /// What is wrong with a photo's bytes; nil if nothing.
  /// - Parameter path: Of the file, or of a copy of it.
  func finding(
    _ file: MirroredPhoto, at path: String, size: Int64
  ) -> Verification.Finding? {
    guard size == file.byteCount else { return changed(file, at: path) }
    do {
      let digest = try FileDigest.hex(.sha256, ofFileAt: path)
      guard digest == file.sha256 else { return changed(file, at: path) }
      return file.isUnproven ? damage(file, at: path) : nil
    } catch {
      return .unreadable(path: file.path, reason: error.message)
    }
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

  /// Distinguishes an edited file, which is an intact picture, from a corrupted one.
  private func changed(_ file: MirroredPhoto, at path: String) -> Verification.Finding {
    do throws(ImageError) {
      _ = try proof(ofFileAt: path)
      return .edited(path: file.path)
    } catch {
      return error.kind == .tooLarge ? .edited(path: file.path) : finding(error, at: file.path)
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
