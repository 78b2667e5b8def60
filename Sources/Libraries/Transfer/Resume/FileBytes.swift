import Foundation
import SystemCalls

/// The bytes of a small file; nil if it cannot be read, is no regular file or is larger than
/// `limit`.
func readFile(at path: String, atMost limit: Int) -> [UInt8]? {
  let descriptor = LinkFree.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  guard FileStatus(of: descriptor)?.isRegular == true else { return nil }
  var count = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, initialized in
    while count < buffer.count {
      let step = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else { break }
      count += step
    }
    initialized = count
  }
  return count <= limit ? bytes : nil
}

/// Writes all of `bytes` at `offset`; continues after interruptions and short writes.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64, path: String
) throws(Fault) {
  var done = 0
  while done < bytes.count {
    let step = pwrite(
      descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
    if step < 0 && errno == EINTR { continue }
    guard step > 0 else { throw Fault.system(step < 0 ? errno : EIO, "cannot write \(path)") }
    done += step
  }
}

func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, at offset: Int64, path: String
) throws(Fault) {
  let result = bytes.withUnsafeBytes { bytes in
    Result { () throws(Fault) in
      try writeAll(bytes, to: descriptor, at: offset, path: path)
    }
  }
  try result.get()
}
