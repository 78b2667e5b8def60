import CImageCodec
import Foundation
import SystemCalls

/// A picture's bytes on their way to a decoder: read from a file by pieces of 64 KiB.
///
/// Belongs to one thread.
final class ImageSource {
  let handle: OpaquePointer
  private let descriptor: Int32?

  /// Opens the regular file at `path`; a link is not followed, a pipe is not waited for.
  init(path: String) throws(ImageError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    guard FileStatus(of: descriptor)?.isRegular == true else {
      close(descriptor)
      throw ImageError(.unreadable, "it is no regular file")
    }
    guard let handle = codec_source_create_descriptor(descriptor) else {
      close(descriptor)
      throw .noMemory
    }
    self.descriptor = descriptor
    self.handle = handle
  }

  /// Lends `bytes`, which must outlive the source.
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

  /// Up to 1 KiB, without taking them.
  ///
  /// - Throws: `unreadable`, where not even they could be read.
  func firstBytes() throws(ImageError) -> [UInt8] {
    var count = 0
    let bytes = codec_source_peek(handle, &count)
    guard codec_source_error(handle) == 0 else {
      throw .unreadable(codec_source_error(handle))
    }
    return Array(UnsafeBufferPointer(start: bytes, count: min(count, 1024)))
  }

  /// How many bytes were taken.
  var offset: UInt64 { codec_source_offset(handle) }
}

extension ImageError {
  fileprivate static func unreadable(_ code: Int32) -> ImageError {
    // What open(2) says of a link that it is not to follow.
    ImageError(.unreadable, code == ELOOP ? "it is a link" : SystemError(code).reason)
  }

  static var noMemory: ImageError { ImageError(.tooLarge, "no memory for a decoder") }
}
