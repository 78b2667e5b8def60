import Glibc
import SystemCalls

/// The methods of a request.
package enum HTTPMethod: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case put = "PUT"
  case post = "POST"
  case delete = "DELETE"
  /// The methods of WebDAV (RFC 4918).
  case propfind = "PROPFIND"
  case mkcol = "MKCOL"
  case move = "MOVE"
}

/// The body of a request.
package enum TransferBody: Sendable, Hashable {
  case bytes([UInt8])
  /// A part of a file, which must not change meanwhile.
  case file(String, offset: Int64, count: Int64)

  /// The number of bytes.
  package var count: Int64 {
    switch self {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, _, let count): count
    }
  }
}

/// Gives the bytes of a body. Belongs to the engine's thread. A file is read there, because its bytes were
/// read for their digest a moment ago, and are in memory.
final class BodySource {
  private let body: TransferBody
  private let descriptor: Int32
  private var position: Int64 = 0
  /// Bytes given in total, those given twice included.
  private(set) var sent: Int64 = 0
  /// Why the body cannot be read; nil if it can.
  private(set) var fault: Fault?

  init(_ body: TransferBody) throws(Fault) {
    self.body = body
    guard case .file(let path, _, _) = body else {
      descriptor = -1
      return
    }
    descriptor = LinkFree.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Fault.system(errno, "cannot read \(path)") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Returns: The number of bytes, 0 at the end; nil if the body cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let wanted = Int(min(Int64(buffer.count), body.count - position))
    guard wanted > 0 else { return 0 }
    var count = 0
    switch body {
    case .bytes(let bytes):
      bytes[Int(position)...].withUnsafeBytes {
        buffer.copyMemory(from: .init(rebasing: $0[..<wanted]))
      }
      count = wanted
    case .file(let path, let offset, _):
      repeat {
        count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset + position))
      } while count < 0 && errno == EINTR
      guard count > 0 else {
        fault = Fault.system(count < 0 ? errno : EIO, "cannot read \(path)")
        return nil
      }
    }
    position += Int64(count)
    sent += Int64(count)
    return count
  }

  /// False if there is no such byte.
  func seek(to offset: Int64) -> Bool {
    guard (0...body.count).contains(offset) else { return false }
    position = offset
    return true
  }
}
