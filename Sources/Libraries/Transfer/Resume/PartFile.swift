import Foundation
import SystemCalls

/// A part file that is being written. Closed when the value is released.
///
/// Belongs to the engine's thread. The order of the steps makes a kill at any moment harmless: a
/// state is removed before its bytes are, and written after the first bytes.
package final class PartFile {
  private let descriptor: Int32
  private let path: String
  /// Bytes in the file.
  package private(set) var byteCount: Int64

  private init(descriptor: Int32, path: String, byteCount: Int64) {
    self.descriptor = descriptor
    self.path = path
    self.byteCount = byteCount
  }

  deinit {
    // A process that is being started has a copy of the descriptor until its exec, and would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens an empty part without a state, whatever existed.
  static func startOver(at path: String) throws(Fault) -> PartFile {
    let (descriptor, size) = try openRegular(path, O_CREAT)
    let part = PartFile(descriptor: descriptor, path: path, byteCount: 0)
    try removeFile(at: ResumeState.path(besidePart: path))
    // Only if needed: ext4 flushes a truncated file when it is closed (auto_da_alloc, ext4(5)).
    guard size == 0 || ftruncate(descriptor, 0) == 0 else {
      throw Fault.system(errno, "cannot empty \(path)")
    }
    return part
  }

  /// Writes the state beside the part. On a full disk it frees space by cutting off the last bytes
  /// of the part: without a state the whole part is useless.
  func remember(_ state: ResumeState) throws(Fault) {
    do throws(Fault) {
      try write(state)
    } catch {
      guard error.kind == .localFile(errno: ENOSPC), byteCount > Self.roomOfState else {
        throw error
      }
      try shorten(by: Self.roomOfState)
      try write(state)
    }
  }

  private func write(_ state: ResumeState) throws(Fault) {
    guard try state.write(besidePart: path) else { throw Self.busy(path) }
  }

  /// In bytes, with a file's overhead.
  private static let roomOfState: Int64 = 16 << 10

  private func shorten(by count: Int64) throws(Fault) {
    guard ftruncate(descriptor, off_t(byteCount - count)) == 0 else {
      throw Fault.system(errno, "cannot shorten \(path)")
    }
    byteCount -= count
  }

  /// Opens a part to append at `offset`, which must be its size.
  static func append(at path: String, offset: Int64) throws(Fault) -> PartFile {
    let (descriptor, size) = try openRegular(path, 0)
    let part = PartFile(descriptor: descriptor, path: path, byteCount: size)
    guard size == offset else { throw busy(path) }
    return part
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    try writeAll(bytes, to: descriptor, at: byteCount, path: path)
    byteCount += Int64(bytes.count)
  }

  func append(_ bytes: [UInt8]) throws(Fault) {
    try writeAll(bytes, to: descriptor, at: byteCount, path: path)
    byteCount += Int64(bytes.count)
  }

  private static func busy(_ path: String) -> Fault {
    Fault(.localFile(errno: EBUSY), "\(path) is being written by another process")
  }

  /// Opens a regular file for one writer. Never follows a link or waits for a pipe.
  private static func openRegular(_ path: String, _ flags: Int32) throws(Fault)
    -> (descriptor: Int32, size: Int64)
  {
    let always = O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = LinkFree.open(path, always | flags, 0o644)
    guard descriptor >= 0 else { throw Fault.system(errno, "cannot open \(path)") }
    guard let status = FileStatus(of: descriptor), status.isRegular else {
      close(descriptor)
      throw Fault(.localFile(errno: EEXIST), "\(path) is not a regular file")
    }
    // A file system without locks does without this check.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      close(descriptor)
      throw busy(path)
    }
    return (descriptor, status.size)
  }
}

/// Sizes and removal of parts.
extension PartFile {
  /// Size of the part in bytes; 0 if there is none or it is not a regular file.
  package static func size(at path: String) -> Int64 {
    guard let status = FileStatus(linkFree: path), status.isRegular else { return 0 }
    return status.size
  }

  /// Removes a part and its state. Missing files are no error.
  package static func remove(at path: String) throws(TransferError) {
    try discardState(at: path)
    do {
      try removeFile(at: path)
    } catch {
      throw TransferError(error)
    }
  }

  /// Removes the state of a part that was renamed into place.
  package static func discardState(at path: String) throws(TransferError) {
    do {
      try removeFile(at: ResumeState.path(besidePart: path))
    } catch {
      throw TransferError(error)
    }
  }

  private static func removeFile(at path: String) throws(Fault) {
    guard LinkFree.unlink(path) == 0 || errno == ENOENT else {
      throw Fault.system(errno, "cannot remove \(path)")
    }
  }
}
