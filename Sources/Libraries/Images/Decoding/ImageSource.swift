import CImageCodec
import Glibc
import SystemCalls

/// Feeds the bytes of an image to a decoder; reads files in pieces of 64 KiB.
///
/// Belongs to one thread.
final class ImageSource {
  let handle: OpaquePointer
  private let descriptor: Int32?

  /// Opens the regular file at `path`. Does not follow a link or wait for a pipe.
  convenience init(path: String) throws(ImageError) {
    let descriptor = try Self.open(path)
    do throws(ImageError) {
      try self.init(reading: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The descriptor of the regular file at `path`, which the caller closes.
  static func open(_ path: String) throws(ImageError) -> Int32 {
    let descriptor = LinkFree.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    guard FileStatus(of: descriptor)?.isRegular == true else {
      close(descriptor)
      throw ImageError(.unreadable, "it is not a regular file")
    }
    return descriptor
  }

  /// Reads an open file from its position, and closes it at the end.
  init(reading descriptor: Int32) throws(ImageError) {
    guard let handle = codec_source_create_descriptor(descriptor) else { throw .noMemory }
    self.descriptor = descriptor
    self.handle = handle
  }

  /// Uses `bytes`, which must outlive the source.
  init(lending bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) {
    guard let handle = codec_source_create_memory(bytes.baseAddress, bytes.count) else {
      throw .noMemory
    }
    self.handle = handle
    descriptor = nil
  }

  deinit {
    codec_source_free(handle)
    if let descriptor { close(descriptor) }
  }

  /// Up to 1 KiB from the start, without consuming it.
  ///
  /// - Throws: `unreadable` if they cannot be read.
  func firstBytes() throws(ImageError) -> [UInt8] {
    var count = 0
    let bytes = codec_source_peek(handle, &count)
    guard codec_source_error(handle) == 0 else {
      throw .unreadable(codec_source_error(handle))
    }
    return Array(UnsafeBufferPointer(start: bytes, count: min(count, 1024)))
  }

  /// Number of bytes consumed.
  var offset: UInt64 { codec_source_offset(handle) }
}

extension ImageError {
  /// - Parameter code: The system's error number.
  static func unreadable(_ code: Int32) -> ImageError {
    // open(2) reports ELOOP for a link with O_NOFOLLOW.
    ImageError(
      .unreadable, code == ELOOP ? "it is a symbolic link" : SystemError(code).reason, errno: code)
  }

  static var noMemory: ImageError { ImageError(.tooLarge, "no memory for a decoder") }
}
