import CCrypto
import Foundation
import SystemCalls

/// Digests of files.
package enum FileDigest {
  private static let step = 256 << 10

  /// The digest of a file as lower-case hexadecimal. Blocks while it reads, 256 KiB at a time: call it on a
  /// thread that may block.
  ///
  /// - Throws: ``DigestError`` if the file cannot be read.
  package static func hex(_ algorithm: DigestAlgorithm, ofFileAt path: String)
    throws(DigestError) -> String
  {
    try bytes(algorithm, ofFileAt: path).hexadecimal
  }

  /// The digest of a part of a file. Blocks as ``hex(_:ofFileAt:)`` does.
  /// - Parameters:
  ///   - offset: Where the part begins.
  ///   - length: Its bytes; nil: to the file's end.
  package static func bytes(
    _ algorithm: DigestAlgorithm, ofFileAt path: String, from offset: Int64 = 0,
    length: Int64? = nil
  ) throws(DigestError) -> [UInt8] {
    try bytes([algorithm], ofFileAt: path, from: offset, length: length)[0]
  }

  /// Several digests of a file by one reading, in the order of the algorithms, as lower-case hexadecimal. Blocks.
  package static func hex(
    _ algorithms: [DigestAlgorithm], ofFileAt path: String
  ) throws(DigestError) -> [String] {
    try bytes(algorithms, ofFileAt: path, from: 0, length: nil).map(\.hexadecimal)
  }

  /// Several digests of a part of a file. Blocks.
  package static func hex(
    _ algorithms: [DigestAlgorithm], ofFileAt path: String, in range: Range<Int64>
  ) throws(DigestError) -> [String] {
    try bytes(
      algorithms, ofFileAt: path, from: range.lowerBound, length: Int64(range.count)
    ).map(\.hexadecimal)
  }

  private static func bytes(
    _ algorithms: [DigestAlgorithm], ofFileAt path: String, from offset: Int64, length: Int64?
  ) throws(DigestError) -> [[UInt8]] {
    let descriptor = LinkFree.open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw DigestError(errno, "cannot open \(path)") }
    defer { close(descriptor) }
    let contexts = algorithms.map { _ in EVP_MD_CTX_new() }
    defer { for context in contexts { EVP_MD_CTX_free(context) } }
    for (context, algorithm) in zip(contexts, algorithms)
    where EVP_DigestInit_ex(context, algorithm.implementation, nil) != 1 {
      throw DigestError(ENOTSUP, "the system's OpenSSL has no \(algorithm.rawValue)")
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 16)
    defer { buffer.deallocate() }
    var (place, rest) = (offset, length ?? .max)
    while rest > 0 {
      let wanted = Int(min(Int64(buffer.count), rest))
      let count = pread(descriptor, buffer.baseAddress, wanted, off_t(place))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw DigestError(errno, "cannot read \(path)") }
      if count == 0 { break }
      for context in contexts { EVP_DigestUpdate(context, buffer.baseAddress, count) }
      place += Int64(count)
      rest -= Int64(count)
    }
    return contexts.map { context in
      var size: UInt32 = 0
      return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
        EVP_DigestFinal_ex(context, buffer.baseAddress, &size)
        initialized = Int(size)
      }
    }
  }
}

extension DigestAlgorithm {
  /// The digest as lower-case hexadecimal.
  package func hex(of bytes: [UInt8]) -> String { digest(of: bytes).hexadecimal }

  /// The digest of bytes.
  package func digest(of bytes: [UInt8]) -> [UInt8] {
    var length: UInt32 = 0
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
      EVP_Digest(bytes, bytes.count, buffer.baseAddress, &length, implementation, nil)
      initialized = Int(length)
    }
  }

  /// Owned by OpenSSL: must not be freed.
  var implementation: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha512: EVP_sha512()
    }
  }
}

/// Why a digest could not be computed.
package struct DigestError: Error, Sendable, Hashable {
  /// The system's error number; `ENOTSUP` if OpenSSL lacks the algorithm.
  package let errno: Int32
  /// Names the file; a clause in lower case without a period.
  package let message: String

  init(_ errno: Int32, _ what: String) {
    self.errno = errno
    message = "\(what): \(SystemError(errno).reason)"
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  package var hexadecimal: String {
    func digit(_ value: UInt8) -> UInt8 {
      value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The digest algorithms that feeds and servers use.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
  /// In lower case, without the hyphen, as feeds write them.
  case md5, sha1, sha256, sha512
}
