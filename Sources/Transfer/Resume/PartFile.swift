import Foundation

/// A part file that is being written: opened once, written at its end, closed with the value.
///
/// Belongs to the engine's thread. The order of its steps is what makes a kill at any instant
/// harmless: the state goes before the bytes that it describes go, and comes when there are some.
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

  deinit { close(descriptor) }

  /// An empty part without a state, whatever was there.
  static func startOver(at path: String) throws(Fault) -> PartFile {
    let (descriptor, size) = try openRegular(path, O_CREAT)
    let part = PartFile(descriptor: descriptor, path: path, byteCount: 0)
    try removeFile(at: ResumeState.path(besidePart: path))
    // Not without need: ext4 writes a file that was emptied to the disk when it is closed
    // (auto_da_alloc, ext4(5)).
    guard size == 0 || ftruncate(descriptor, 0) == 0 else {
      throw Fault.system(errno, "cannot empty \(path)")
    }
    return part
  }

  /// Writes the state of the body that the part is a beginning of. On a full disk it takes the room
  /// of the part's last bytes, for without it all of them are worth nothing.
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

  /// In bytes, with what a file needs beside its content.
  private static let roomOfState: Int64 = 16 << 10

  private func shorten(by count: Int64) throws(Fault) {
    guard ftruncate(descriptor, off_t(byteCount - count)) == 0 else {
      throw Fault.system(errno, "cannot shorten \(path)")
    }
    byteCount -= count
  }

  /// The part as it is, to go on at `offset`, which must be its size.
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
    Fault(.localFile(errno: EBUSY), "\(path) is being written by someone else")
  }

  /// Never through a link, never waiting for the other end of a pipe, and for one writer only.
  private static func openRegular(_ path: String, _ flags: Int32) throws(Fault)
    -> (descriptor: Int32, size: Int64)
  {
    let always = O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, always | flags, 0o644)
    guard descriptor >= 0 else { throw Fault.system(errno, "cannot open \(path)") }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Fault(.localFile(errno: EEXIST), "\(path) is not a regular file")
    }
    // A file system without locks must do without this guard.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      close(descriptor)
      throw busy(path)
    }
    return (descriptor, Int64(information.st_size))
  }
}

/// What a part leaves behind.
extension PartFile {
  /// Size of the part; 0 where there is none or it is no regular file.
  package static func size(at path: String) -> Int64 {
    var information = stat()
    guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int64(information.st_size)
  }

  /// Removes a part and its state. What is not there is no error.
  package static func remove(at path: String) throws(TransferError) {
    try discardState(at: path)
    do {
      try removeFile(at: path)
    } catch {
      throw TransferError(error)
    }
  }

  /// Removes the state of the part at `path`: after the part was renamed into place.
  package static func discardState(at path: String) throws(TransferError) {
    do {
      try removeFile(at: ResumeState.path(besidePart: path))
    } catch {
      throw TransferError(error)
    }
  }

  private static func removeFile(at path: String) throws(Fault) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Fault.system(errno, "cannot remove \(path)")
    }
  }
}
